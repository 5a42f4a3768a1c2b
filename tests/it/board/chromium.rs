//! Chromium at the board: a browser with several windows, driven by its debugging protocol, where one is installed.
//!
//! What it decides: what a user's hand is here: a click in the middle of what is seen, a key that is pressed, a text that is typed.
//! What it never does: fail where no browser is; it says that it was not asked.

use std::io::{BufRead, BufReader, ErrorKind};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Error, Message, WebSocket};

/// How long a page may take to be as it is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// A browser.
pub(super) struct Chromium {
    child: Child,
    socket: WebSocket<TcpStream>,
    asked: u64,
    /// What windows told that nobody asked for: the session and the message.
    told: Vec<(String, Value)>,
    _profile: tempfile::TempDir,
}

/// A window, with cookies of its own.
#[derive(Debug, Clone)]
pub(super) struct Window(String);

impl Chromium {
    /// Starts one; none where none is installed.
    pub(super) fn start() -> Option<Self> {
        let Some(browser) = installed() else {
            eprintln!("skipped: no Chromium is installed to look at the board");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let mut child = started(browser, profile.path());
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert!(said.read_line(&mut line).unwrap() > 0, "the browser did not start");
            if let Some((_, address)) = line.trim().split_once("DevTools listening on ") {
                break address.to_owned();
            }
        };
        // Whoever does not read what it says stops it in the end.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        let host = address.trim_start_matches("ws://").split('/').next().unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(&address, stream).unwrap();
        Some(Self { child, socket, asked: 0, told: Vec::new(), _profile: profile })
    }

    /// Opens a window of this size.
    pub(super) fn window(&mut self, (width, height): (u32, u32)) -> Window {
        let context = self.ask("", "Target.createBrowserContext", &json!({}))["browserContextId"].clone();
        let page = json!({ "url": "about:blank", "browserContextId": context });
        let target = self.ask("", "Target.createTarget", &page)["targetId"].clone();
        let attached = self.ask("", "Target.attachToTarget", &json!({ "targetId": target, "flatten": true }));
        let window = Window(attached["sessionId"].as_str().unwrap().to_owned());
        for part in ["Page.enable", "Runtime.enable", "Log.enable"] {
            self.ask(&window.0, part, &json!({}));
        }
        self.size(&window, (width, height));
        window
    }

    /// Makes a window as large as this.
    pub(super) fn size(&mut self, window: &Window, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.ask(&window.0, "Emulation.setDeviceMetricsOverride", &size);
    }

    /// Shows a window as to somebody who wants it dark, or light.
    pub(super) fn in_dark(&mut self, window: &Window, is_dark: bool) {
        let scheme = if is_dark { "dark" } else { "light" };
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.ask(&window.0, "Emulation.setEmulatedMedia", &media);
    }

    /// Sends a command of the protocol and waits for its result, which must be no error.
    fn ask(&mut self, session: &str, method: &str, params: &Value) -> Value {
        self.answer(session, method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Sends a command of the protocol and waits for its result or its error.
    fn answer(&mut self, session: &str, method: &str, params: &Value) -> Result<Value, Value> {
        self.asked += 1;
        let mut message = json!({ "id": self.asked, "method": method, "params": params });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let text = match self.socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(_) => continue,
                // A machine that was put to sleep wakes in the middle of what it read.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => panic!("{method}: {error}"),
            };
            let mut came: Value = serde_json::from_str(&text).unwrap();
            if came["id"] == self.asked {
                let error = came.get_mut("error").map(Value::take);
                return error.map_or_else(|| Ok(came["result"].take()), Err);
            }
            let from = came["sessionId"].as_str().unwrap_or_default().to_owned();
            self.told.push((from, came));
        }
    }

    /// What an expression of the page comes to.
    pub(super) fn value(&mut self, window: &Window, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut came = self.ask(&window.0, "Runtime.evaluate", &asked);
        assert!(came.get("exceptionDetails").is_none(), "{expression}: {came}");
        came["result"]["value"].take()
    }

    /// Waits until an expression of the page is true; a page that is just going asks again.
    pub(super) fn wait(&mut self, window: &Window, expression: &str) {
        let begun = Instant::now();
        let asked = json!({ "expression": format!("!!({expression})"), "returnByValue": true });
        while begun.elapsed() < PATIENCE {
            match self.answer(&window.0, "Runtime.evaluate", &asked) {
                Ok(came) if came["result"]["value"] == true => return,
                Ok(_) => {}
                Err(error) => assert!(is_of_a_page_that_goes(&error), "{expression}: {error}"),
            }
            std::thread::sleep(Duration::from_millis(40));
        }
        let page = self.value(window, "location.pathname + '\\n' + document.body.innerText");
        panic!("in vain for {expression} on {}", page.as_str().unwrap_or_default());
    }

    /// Goes to an address and waits until the page is there.
    pub(super) fn go(&mut self, window: &Window, address: &str) {
        self.value(window, "window.was = true");
        self.ask(&window.0, "Page.navigate", &json!({ "url": address }));
        self.wait(window, "!window.was && document.readyState == 'complete'");
    }

    /// Clicks in the middle of what a selector names, as it is seen.
    pub(super) fn click(&mut self, window: &Window, selector: &str) {
        let middle = format!(
            "(() => {{ const of = document.querySelector({selector:?}); of.scrollIntoView({{ block: 'center' }});
            const box = of.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        self.wait(window, &format!("document.querySelector({selector:?})"));
        let at = self.value(window, &middle);
        self.tap(window, (at[0].as_f64().unwrap(), at[1].as_f64().unwrap()));
    }

    /// Clicks at a point of what is seen.
    pub(super) fn tap(&mut self, window: &Window, (x, y): (f64, f64)) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.ask(&window.0, "Input.dispatchMouseEvent", &event);
        }
    }

    /// Drags with the mouse from a point of what is seen to another, or with a finger.
    pub(super) fn drag(&mut self, window: &Window, (from, to): ((f64, f64), (f64, f64)), is_finger: bool) {
        let along = |part: f64| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        let steps = [0.0, 0.3, 0.6, 0.9, 1.0].map(along);
        if is_finger {
            self.ask(&window.0, "Emulation.setTouchEmulationEnabled", &json!({ "enabled": true }));
            for (number, (x, y)) in steps.into_iter().enumerate() {
                let kind = if number == 0 { "touchStart" } else { "touchMove" };
                let event = json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] });
                self.ask(&window.0, "Input.dispatchTouchEvent", &event);
            }
            self.ask(&window.0, "Input.dispatchTouchEvent", &json!({ "type": "touchEnd", "touchPoints": [] }));
            return;
        }
        let (first, last) = (steps[0], steps[steps.len() - 1]);
        let moves = steps.map(|at| ("mouseMoved", at, 1));
        let all = [("mouseMoved", first, 0), ("mousePressed", first, 1)].into_iter().chain(moves);
        for (kind, (x, y), buttons) in all.chain([("mouseReleased", last, 0)]) {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
            self.ask(&window.0, "Input.dispatchMouseEvent", &event);
        }
    }

    /// Clicks on what leads to another page, and waits until that is there.
    pub(super) fn follow(&mut self, window: &Window, selector: &str) {
        self.value(window, "window.was = true");
        self.click(window, selector);
        self.wait(window, "!window.was && document.readyState == 'complete'");
    }

    /// Types a text into a field, in the place of what is there.
    pub(super) fn fill(&mut self, window: &Window, selector: &str, text: &str) {
        self.click(window, selector);
        self.value(window, &format!("document.querySelector({selector:?}).select()"));
        self.ask(&window.0, "Input.insertText", &json!({ "text": text }));
    }

    /// Presses a key.
    pub(super) fn press(&mut self, window: &Window, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        self.ask(&window.0, "Input.dispatchKeyEvent", &json!({ "type": "keyDown", "key": key, "text": text }));
        self.ask(&window.0, "Input.dispatchKeyEvent", &json!({ "type": "keyUp", "key": key }));
    }

    /// What the page says.
    pub(super) fn text(&mut self, window: &Window) -> String {
        self.value(window, "document.body.innerText").as_str().unwrap().to_owned()
    }

    /// What a window has complained of since it was opened.
    pub(super) fn complaints(&self, window: &Window) -> Vec<String> {
        let kinds = ["Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"];
        let told = self.told.iter().filter(|(from, _)| *from == window.0).map(|(_, message)| message);
        let told = told.filter(|message| kinds.iter().any(|kind| message["method"] == *kind));
        // What the board refuses with a status the browser notes too.
        told.map(Value::to_string).filter(|text| !text.contains("the server responded with a status of 4")).collect()
    }
}

/// Whether an expression found no answer because its page went away in the middle of it.
fn is_of_a_page_that_goes(error: &Value) -> bool {
    // Chromium's `content/browser/devtools` and V8's inspector have no code of their own for it.
    let texts = ["Inspected target navigated or closed", "Execution context was destroyed", "Cannot find context"];
    error["message"].as_str().is_some_and(|said| texts.iter().any(|text| said.contains(text)))
}

/// The browser that is installed.
pub(crate) fn installed() -> Option<&'static Path> {
    let browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    browsers.into_iter().map(Path::new).find(|path| path.exists())
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn started(browser: &Path, profile: &Path) -> Child {
    Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("about:blank")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}
