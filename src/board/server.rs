//! The server: what goes over the wire, on a thread of its own; everything is answered on the thread of the program.
//!
//! What it decides: which requests are heard at all: those to an address of ours, of a size that fits, and posts only from our
//! own pages.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Multipart, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::{Semaphore, oneshot};

use crate::access::{Keys, Role, new_key};
use crate::asked::{Asked, Given};
use crate::assets::{self, Assets};
use crate::connections::{self, Reached};
use crate::desk::{Desk, Refusal};
use crate::news::{News, told};
use crate::office::{Addresses, Office};
use crate::opened::{BoardError, Opened, Options};
use crate::page::join;

/// The port where none is named.
const USUAL: u16 = 8041;
/// How often the file is looked at for what others have written.
const LOOK: Duration = Duration::from_millis(250);
/// How large a form may be.
const BODY: usize = 256 * 1024;
/// How large a form with a file may be: a picture of 20 MB, or a workbook. It is heard from the umpire alone.
const UPLOAD: usize = 20 * 1024 * 1024 + 64 * 1024;
/// How long an address may be, before and behind its question mark: no name is longer, encoded.
const ADDRESS: usize = 4 * 1024;
/// How long a form may take to come in, and one with a file.
const FORM_COMES: Duration = Duration::from_secs(15);
const UPLOAD_COMES: Duration = Duration::from_mins(2);
/// How often an open page is told that the board is still there.
const BEAT: Duration = Duration::from_secs(3);

/// What a page may load and do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; \
    connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/// What a document that stands alone may not either, beside what it forbids itself.
const POLICY_ALONE: &str = "frame-ancestors 'none'; base-uri 'none'";

/// What the server has done in the office.
type Job = Box<dyn FnOnce(&mut Office<'_>) + Send>;

/// What every handler has.
#[derive(Clone)]
struct Wire {
    /// None: the office is to close.
    jobs: Sender<Option<Job>>,
    news: News,
    hosts: Arc<Vec<String>>,
    cookie: Arc<str>,
    assets: &'static Assets,
    making: Making,
}

/// What takes long is made one at a time, so that what lies in memory of it and what the others wait for has a bound: one of the
/// umpire's, who never waits for players, and one of all players'.
#[derive(Clone)]
struct Making {
    umpire: Arc<Semaphore>,
    players: Arc<Semaphore>,
}

/// Serves the board until the program is interrupted. `ready` is called once it is open.
///
/// # Errors
/// When the port cannot be had, or the campaign cannot be read.
pub fn serve(desk: &mut dyn Desk, options: &Options, ready: impl FnOnce(&Opened)) -> Result<(), BoardError> {
    let ip = IpAddr::V4(if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST });
    let listener = match options.port {
        Some(port) => std::net::TcpListener::bind((ip, port)).map_err(|source| BoardError::Port { port, source })?,
        // The same one each evening: the addresses and keys of players are good there.
        None => std::net::TcpListener::bind((ip, USUAL)).or_else(|_| std::net::TcpListener::bind((ip, 0)))?,
    };
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")).to_vec();
    let own = if options.lan { own_addresses() } else { Vec::new() };
    let found_at: Vec<String> = own.into_iter().map(|ip| format!("http://{ip}:{port}")).collect();
    let lan = found_at.first().cloned();
    let once = new_key().map_err(BoardError::Key)?;
    let here = format!("http://127.0.0.1:{port}");
    let address = format!("{here}/j/{once}");
    let (jobs, asked) = mpsc::channel();
    let news = News::new();
    let (hosts, cookie) = (Arc::new(hosts), format!("railhead-{port}").into());
    let making = Making { umpire: Arc::new(Semaphore::new(1)), players: Arc::new(Semaphore::new(1)) };
    let wire = Wire { jobs, news: news.clone(), hosts, cookie, assets: assets::all(), making };
    let keys = Keys { once: Some(once), ..Keys::default() };
    let refused = |Refusal { message, hints, .. }| BoardError::Campaign { message, hints };
    let mut office = Office::new(desk, keys, news, Addresses { here, lan }).map_err(refused)?;
    let passes = options.players.iter().map(|(name, who)| join::pass(&mut office, name, who));
    let players = passes.collect::<Result<_, _>>().map_err(refused)?;
    let opened = Opened { address, lan: found_at, players };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let server =
        std::thread::Builder::new().name("board".to_owned()).spawn(move || runtime.block_on(listen(listener, wire)))?;
    ready(&opened);
    work(&mut office, &asked);
    match server.join() {
        Ok(ended) => Ok(ended?),
        Err(_) => Ok(()),
    }
}

/// Works until the server is gone.
fn work(office: &mut Office<'_>, jobs: &Receiver<Option<Job>>) {
    loop {
        match jobs.recv_timeout(LOOK) {
            Ok(Some(job)) => job(office),
            Err(RecvTimeoutError::Timeout) => office.look_round(),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

impl Wire {
    /// Has something done in the office; none where it is closed.
    async fn in_office<T: Send + 'static>(&self, job: impl FnOnce(&mut Office<'_>) -> T + Send + 'static) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        // Whoever has gone away meanwhile is not answered.
        let job: Job = Box::new(move |office| drop(reply.send(job(office))));
        self.jobs.send(Some(job)).ok()?;
        answer.await.ok()
    }
}

/// The addresses of this machine in its networks, first the one from which it would send into the wide world. Nothing is sent.
fn own_addresses() -> Vec<Ipv4Addr> {
    let sends = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found = Vec::new();
    for ip in sends().into_iter().chain(all.into_iter().map(|of| of.ip())) {
        if let IpAddr::V4(ip) = ip
            && !(ip.is_unspecified() || ip.is_loopback() || found.contains(&ip))
        {
            found.push(ip);
        }
    }
    found
}

async fn listen(listener: std::net::TcpListener, wire: Wire) -> std::io::Result<()> {
    let stop = wire.jobs.clone();
    let router = Router::new()
        .route("/events", get(events))
        .route("/board.css", get(asset))
        .route("/board.js", get(asset))
        .route("/paint.css", get(asset))
        .route("/paint.js", get(asset))
        .route("/icon.svg", get(asset))
        .route("/fonts/{name}", get(asset))
        .fallback(page)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(wire.clone(), guarded))
        .with_state(wire);
    let listener = tokio::net::TcpListener::from_std(listener)?;
    tokio::select! {
        () = connections::serve(listener, router) => Ok(()),
        _ = tokio::signal::ctrl_c() => {
            // The office closes the file before the program ends.
            let _ = stop.send(None);
            Ok(())
        }
    }
}

/// Whatever is asked, and whatever is answered: what is not for us is not heard, and what a page may do stands on every answer,
/// of those too that the server gives before anybody was asked.
async fn guarded(State(wire): State<Wire>, request: Request, next: Next) -> Response {
    let reached = request.extensions().get::<Reached>().map(|Reached(at)| *at);
    let mut response = match heard(&wire, (request.method(), request.headers()), reached) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let always = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in always {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn asset(State(wire): State<Wire>, uri: Uri, headers: HeaderMap) -> Response {
    wire.assets.answer(uri.path(), uri.query(), &headers)
}

/// Whether a request is to be heard; otherwise what is said instead.
///
/// The board is called as this machine is, or by the number at which it was found: a name that leads here is another site's.
fn heard(
    wire: &Wire,
    (method, headers): (&Method, &HeaderMap),
    reached: Option<SocketAddr>,
) -> Result<(), (StatusCode, &'static str)> {
    let of = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = of(header::HOST).unwrap_or_default();
    let is_ours = wire.hosts.iter().any(|known| known == host) || reached.is_some_and(|at| at.to_string() == host);
    if !is_ours {
        return Err((StatusCode::MISDIRECTED_REQUEST, "this is not the address of the board"));
    }
    if *method != Method::GET && *method != Method::POST {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "the board is asked by GET and POST"));
    }
    if *method == Method::POST {
        // One of the two says it, and neither may say otherwise.
        let from_here = of(header::ORIGIN).map(|origin| origin == format!("http://{host}"));
        let same = of(HeaderName::from_static("sec-fetch-site")).map(|site| site == "same-origin");
        let said = [from_here, same];
        if !said.contains(&Some(true)) || said.contains(&Some(false)) {
            return Err((StatusCode::FORBIDDEN, "a form of another site cannot be sent here"));
        }
    }
    Ok(())
}

/// A request that is heard.
struct Heard {
    asked: Asked,
    /// Whether the answer may be packed.
    packs: bool,
}

impl FromRequest<Wire> for Heard {
    type Rejection = Response;

    async fn from_request(request: Request, wire: &Wire) -> Result<Self, Response> {
        let (method, headers) = (request.method(), request.headers());
        let packs = assets::may_be_packed(headers);
        if request.uri().path().len().max(request.uri().query().map_or(0, str::len)) > ADDRESS {
            return Err((StatusCode::URI_TOO_LONG, "that address is too long").into_response());
        }
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut cookies = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let from = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let asked = Asked {
            posts: *method == Method::POST,
            path: request.uri().path().trim_start_matches('/').split('/').map(decoded).collect(),
            query: pairs(request.uri().query().unwrap_or_default().as_bytes()),
            form: Vec::new(),
            upload: None,
            key: cookies.find(|(name, _)| **name == *wire.cookie).map(|(_, key)| key.to_owned()),
            from: from.map(|ConnectInfo(from)| from.ip()),
        };
        let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if asked.posts && kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
            return Ok(Self { asked: within(UPLOAD_COMES, with_parts(asked, request, wire)).await?, packs });
        }
        let comes = async { Bytes::from_request(request, wire).await.map_err(IntoResponse::into_response) };
        let body = within(FORM_COMES, comes).await?;
        Ok(Self { asked: Asked { form: pairs(&body), ..asked }, packs })
    }
}

/// What comes in time.
async fn within<T>(longest: Duration, comes: impl Future<Output = Result<T, Response>>) -> Result<T, Response> {
    let late = |_| (StatusCode::REQUEST_TIMEOUT, "what you sent did not come in time; send it again").into_response();
    tokio::time::timeout(longest, comes).await.map_err(late)?
}

/// A request with what its form and its file say. Of anybody but the umpire nothing of that is read.
async fn with_parts(mut asked: Asked, mut request: Request, wire: &Wire) -> Result<Asked, Response> {
    let who = asked.clone();
    let role = wire.in_office(move |office| office.role(&who)).await;
    if role != Some(Role::Umpire) {
        return Ok(asked);
    }
    DefaultBodyLimit::max(UPLOAD).apply(&mut request);
    let mut parts = Multipart::from_request(request, wire).await.map_err(IntoResponse::into_response)?;
    while let Some(part) = parts.next_field().await.map_err(IntoResponse::into_response)? {
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        let bytes = part.bytes().await.map_err(IntoResponse::into_response)?;
        match file {
            // A field for a file that is left empty comes without a name.
            Some(file) if !file.is_empty() => asked.upload = Some((file, bytes.to_vec())),
            Some(_) => {}
            None => asked.form.push((name, String::from_utf8_lossy(&bytes).into_owned())),
        }
    }
    Ok(asked)
}

fn decoded(part: &str) -> String {
    percent_encoding::percent_decode_str(part).decode_utf8_lossy().into_owned()
}

/// What stands in a query or a form.
fn pairs(text: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(text).into_owned().collect()
}

async fn page(State(wire): State<Wire>, Heard { asked, packs }: Heard) -> Response {
    let asked = Arc::new(asked);
    let of = Arc::clone(&asked);
    let timed = move |office: &mut Office<'_>| {
        let began = Instant::now();
        let given = office.answer(&of);
        // A player would see by it when others write: it is told to the umpire alone.
        (given, office.is_umpire(&of).then(|| began.elapsed()))
    };
    let Some((mut given, took)) = wire.in_office(timed).await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    if let Some(later) = given.later.take() {
        let making = if took.is_some() { &wire.making.umpire } else { &wire.making.players };
        // Whoever goes away while he waits gives up his turn.
        let Ok(_turn) = making.acquire().await else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
        let made = tokio::task::spawn_blocking(move || later.made()).await;
        let Ok(made) = made else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
        given = match made {
            Ok(made) => made,
            Err(refusal) => match wire.in_office(move |office| office.not_made(&asked, refusal)).await {
                Some(told) => told,
                None => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
            },
        };
    }
    response(&wire, given, packs, took)
}

fn response(wire: &Wire, given: Given, packs: bool, took: Option<Duration>) -> Response {
    let packed = if packs { assets::packed(&given.body, flate2::Compression::fast()) } else { None };
    let (body, is_packed) = packed.map_or((given.body, false), |packed| (packed, true));
    let status = StatusCode::from_u16(given.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, [(header::CONTENT_TYPE, given.kind)], body).into_response();
    let mut put = |name, text: String| {
        if let Ok(value) = HeaderValue::from_str(&text) {
            response.headers_mut().insert(name, value);
        }
    };
    if given.stands_alone {
        put(header::CONTENT_SECURITY_POLICY, format!("{}; {POLICY_ALONE}", paper::POLICY));
    }
    // What of the time that a browser waits is ours.
    if let Some(took) = took {
        put(HeaderName::from_static("server-timing"), format!("office;dur={:.3}", took.as_secs_f64() * 1_000.0));
    }
    if is_packed {
        put(header::CONTENT_ENCODING, "gzip".to_owned());
    }
    if let Some(key) = given.key {
        put(header::SET_COOKIE, format!("{}={key}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000", wire.cookie));
    }
    if let Some(name) = given.file_name {
        // Names are made of plain signs alone.
        put(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    }
    if let Some(location) = given.location {
        put(header::LOCATION, location);
    }
    response
}

/// What has changed, as it changes.
async fn events(State(wire): State<Wire>, Heard { asked, .. }: Heard) -> Response {
    // Listened to before the state is asked for, so that nothing falls between.
    let news = wire.news.listen();
    let Some(listening) = wire.news.windows.open(asked.key.as_deref().unwrap_or_default()) else {
        return (StatusCode::TOO_MANY_REQUESTS, "close another window of the board first").into_response();
    };
    match wire.in_office(move |office| office.listener(&asked)).await.flatten() {
        Some((reader, state)) => {
            let keep = KeepAlive::new().interval(BEAT).event(Event::default().event("beat").data("1"));
            let kept = [(header::CACHE_CONTROL, "no-store")];
            (kept, Sse::new(told(reader, state, (news, listening))).keep_alive(keep)).into_response()
        }
        // By these words `board.js` knows it from what another program answers that has the port meanwhile.
        None => (StatusCode::NOT_FOUND, "the board knows nobody by this key").into_response(),
    }
}
