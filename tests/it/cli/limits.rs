//! What is too large is refused with a clear word, before memory or minutes are gone; what may be is read to its end.

use std::fmt::Write as _;

use campaign::size_limits::{DEPTH, LEAVES};

use super::field::{Field, six};

/// The campaign of the fixture as a folder.
fn folder() -> Field {
    let field = Field::new();
    field.done("export folder");
    field
}

/// The faults of the folder with a file of this text, as `check --format json` has them.
fn faults(field: &Field, file: &str, text: &str) -> Vec<String> {
    let path = format!("folder/{file}");
    let before = std::fs::read(field.dir.path().join(&path)).ok();
    field.write(&path, text);
    let ran = field.run("check folder --format json");
    assert_eq!(ran.code, 4, "{}", ran.err);
    match before {
        Some(before) => std::fs::write(field.dir.path().join(&path), before).unwrap(),
        None => std::fs::remove_file(field.dir.path().join(&path)).unwrap(),
    }
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let fault = |f: &serde_json::Value| {
        let word = |key: &str| f[key].as_str().unwrap().to_owned();
        format!("{}:{}:{}: {} [{}]", word("file"), f["line"], f["column"], word("message"), word("hint"))
    };
    report["faults"].as_array().unwrap().iter().map(fault).collect()
}

/// A header and rows by number.
fn table(header: &str, count: usize, row: impl Fn(usize) -> String) -> String {
    let mut text = format!("{header}\n");
    for number in 1..=count {
        writeln!(text, "{}", row(number)).unwrap();
    }
    text
}

#[test]
fn a_file_of_more_rows_than_can_be_kept_is_a_fault_at_the_first_of_them() {
    let field = folder();
    let text = table("id,river", 2_001, |number| format!("x{number},Don"));
    let found = faults(&field, "crossings.csv", &text);
    assert_eq!(found[0], "crossings.csv:2002:0: the file has more than 2000 rows [that is the limit]");
    let text = table("name,class,seq,lat,lon", 100_001, |number| format!("Don,minor,{number},50,40"));
    let found = faults(&field, "rivers.csv", &text);
    let said = "rivers.csv:100002:0: the file has more than 100000 rows [that is the limit]";
    assert!(found.contains(&said.to_owned()), "{:?}", found.first());
    let text = table("line,seq,point,left", 1_001, |number| format!("front,{number},0404,SU"));
    let found = faults(&field, "front.csv", &text);
    let said = "front.csv:1002:0: the file has more than 1000 rows [that is the limit]";
    assert!(found.contains(&said.to_owned()), "{:?}", found.first());
}

#[test]
fn rows_fields_and_ids_beyond_measure_are_faults() {
    let field = folder();
    let text = format!("name,square\nOld{},0404\n", ",".repeat(200));
    let found = faults(&field, "places.csv", &text);
    let said = "places.csv:2:0: the row has more than 100 fields [check whether line breaks were lost]";
    assert!(found.contains(&said.to_owned()), "{found:?}");
    let text = format!("name,square\n{},0404\n", "x".repeat((1 << 20) + 1));
    let found = faults(&field, "places.csv", &text);
    assert!(found.contains(&"places.csv:2:1: the field has more than 1048576 bytes [shorten it]".to_owned()));
    let text = format!("id,owner,level,place\n{},su.1a,army,0202\n", "d".repeat(201));
    let found = faults(&field, "dumps.csv", &text);
    assert!(found.contains(&"dumps.csv:2:1: the id has more than 200 letters [shorten it]".to_owned()), "{found:?}");
}

#[test]
fn a_file_that_is_too_large_is_not_read_to_its_end() {
    let field = folder();
    let file = std::fs::File::create(field.dir.path().join("folder/news.csv")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let ran = field.run("check folder --format csv");
    let said = "faults,news.csv,`news.csv` is larger than 64 MiB,that is the limit for a file of a campaign folder";
    assert!(ran.out.contains(said), "{}", ran.out);
}

#[test]
fn an_order_of_battle_too_large_or_too_deep_is_a_fault() {
    let field = folder();
    let header = "id,parent,side,name,echelon,arm,mobility,where";
    let leaf = |number: usize| match number {
        1 => "su,,SU,Army,army,hq,,".to_owned(),
        _ => format!("su.{number},su,SU,Unit,battalion,infantry,foot,0202"),
    };
    let found = faults(&field, "orbat.csv", &table(header, LEAVES + 2, leaf));
    let said = format!(
        "orbat.csv:{}:0: the order of battle has more than {LEAVES} leaves [no more can be kept: put some together]",
        LEAVES + 3
    );
    assert!(found.contains(&said), "{:?}", found.first());
    let chain = |number: usize| {
        let parent = if number == 1 { String::new() } else { format!("u{}", number - 1) };
        format!("u{number},{parent},SU,Unit,corps,hq,,")
    };
    let found = faults(&field, "orbat.csv", &table(header, 5_000, chain));
    let said = format!(
        "orbat.csv:{0}:5: `u{1}` is at level {1} of the order of battle [the limit is {DEPTH} levels]",
        DEPTH + 2,
        DEPTH + 1
    );
    assert!(found.contains(&said), "{:?}", found.first());
}

#[test]
fn a_template_of_millions_is_a_fault() {
    let field = folder();
    let kinds =
        table("template,id,name,arm,mobility,count", 300, |number| format!("big,k{number},Kind,infantry,foot,99"));
    field.write("folder/templates.csv", &kinds);
    let orbat = "id,parent,side,name,echelon,arm,where,template\nsu,,SU,Army,division,infantry,0202,big\n";
    let found = faults(&field, "orbat.csv", orbat);
    let said = "orbat.csv:2:0: the order of battle has more than 20000 leaves [no more can be kept: put some together]";
    assert!(found.contains(&said.to_owned()), "{:?}", found.first());
}

#[test]
fn points_and_rivers_beyond_measure_are_faults() {
    let field = folder();
    let points = vec!["0404 > 0405"; 10_001].join(" > ");
    for (file, header, column) in
        [("roads.csv", "name,points", 3), ("rail.csv", "name,points", 3), ("terrain.csv", "terrain,points", 7)]
    {
        let name = if file == "terrain.csv" { "marsh" } else { "R" };
        let found = faults(&field, file, &format!("{header}\n{name},{points}\n"));
        let said = format!("{file}:2:{column}: the file has more than 20000 points [draw it with fewer points]");
        assert!(found.contains(&said), "{:?}", found.first());
    }
    let rivers = table("name,class,seq,lat,lon", 5_001, |number| format!("River {number},minor,1,50,40"));
    let found = faults(&field, "rivers.csv", &rivers);
    assert!(found.contains(&"rivers.csv:5002:1: there are more than 5000 rivers [leave out small ones]".to_owned()));
}

#[test]
fn of_thousands_of_faults_the_first_are_listed_and_the_rest_counted() {
    let field = folder();
    let found = faults(&field, "places.csv", &table("name,square", 3_000, |number| format!("Place {number},9999")));
    assert_eq!(found.len(), 1_001);
    assert_eq!(
        found.last().map(String::as_str),
        Some("places.csv:0:0: 2002 more faults are not listed [mend the listed ones first]")
    );
}

#[test]
fn commands_keep_to_what_a_folder_may_hold() {
    let mut campaign = six();
    let parent = campaign.formations.values().find(|f| f.id.as_str() == "su.1a.2rd").unwrap().clone();
    let mut above = parent.id.clone();
    for number in 3..DEPTH {
        let id = format!("deep{number}");
        let formation = campaign::Formation {
            id: id.as_str().into(),
            parent: Some(above),
            order: 100 + number as u32,
            ..parent.clone()
        };
        above = formation.id.clone();
        campaign.formations.insert(formation);
    }
    let field = Field::of(&campaign);
    field.done(&format!("unit new last --parent {above} arm=infantry mobility=foot where=0406 -q"));
    let ran = field.run(&format!("unit command 1rd {above}"));
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.err,
        "error: 1RD (`su.1a.1rd`) would make the order of battle 33 levels deep\nhint: it has at most 32\n"
    );
    let ran = field.run(&format!("unit new {} --parent 2rd arm=infantry mobility=foot where=0406", "x".repeat(201)));
    assert_eq!(
        ran.err,
        "error: `xxxxxxxxxxxxxxxxxxxx...` is not a valid value for `ID`, which takes at most 200 \
                         letters\n"
    );
}

#[cfg(unix)]
#[test]
fn files_without_end_are_refused_and_pipes_are_read() {
    let field = Field::new();
    let too_much = "has more than 16 MiB\nhint: check that this is the right file\n";
    std::os::unix::fs::symlink("/dev/zero", field.dir.path().join("zero.toml")).unwrap();
    for line in [
        "roll reorganise --dice 4 --input zero.toml",
        "run zero.toml",
        "battle check zero.toml",
        "battle post 1am-0602 zero.toml",
        "supply plan --file zero.toml",
    ] {
        let ran = field.run(line);
        assert_eq!((ran.code, ran.err), (3, format!("error: `zero.toml` {too_much}")), "{line}");
    }
    std::fs::write(field.dir.path().join("latin.json"), b"{\"casualties\": \"f\xfcnf\"}").unwrap();
    let ran = field.run("roll reorganise --dice 4 --input latin.json");
    assert!(ran.code == 3 && ran.err.contains("it is not text in UTF-8"), "{}", ran.err);
    let mut endless = "{\"casualties\": 5".to_owned();
    endless.push_str(&" ".repeat(16 << 20));
    let ran = field.run_typing("roll reorganise --dice 4 --input -", &endless);
    assert_eq!((ran.code, ran.err), (3, format!("error: standard input {too_much}")));
    let pipe = field.dir.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || std::fs::write(pipe, "{\"casualties\": 5}").unwrap());
    assert!(field.done("roll reorganise --dice 4 --input pipe").contains("2 SP"));
    writer.join().unwrap();
}

#[test]
fn a_line_of_a_script_has_an_end() {
    let field = Field::new();
    field.write("long.txt", &format!("bound note rain\nbound note {}\n", "x".repeat(1 << 20)));
    let ran = field.run("run long.txt");
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.err,
        "error: long.txt:2: the line has more than 1 MiB\nhint: nothing was done: write one command a line\n"
    );
    assert_eq!(field.json("op log --all").as_array().unwrap().len(), 1);
}

#[test]
fn more_dice_than_anybody_throws_are_refused() {
    let field = Field::new();
    field.write("dice.txt", &format!("bound close --dice {}\n", "6".repeat(100_001)));
    let ran = field.run("run dice.txt");
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: dice.txt:1: there are more than 100000 dice\n"), "{}", ran.err);
}

#[test]
fn odds_that_would_take_minutes_are_refused_with_the_most_that_are_counted() {
    let field = Field::empty();
    for rules in ["nqm-squared", "nqm-free"] {
        for (sides, key, given) in
            [("301 --defender-sp 2", "attacker_sp", 301), ("2 --defender-sp 1000", "defender_sp", 1000)]
        {
            let ran = field.run(&format!("odds assault --rules {rules} --attacker-sp {sides} --rounds 1000"));
            let said = format!("error: `{key}` of `assault` cannot be `{given}`: at most 300 for exact odds\n");
            assert_eq!((ran.code, ran.err), (2, said));
        }
        for cu in ["4000000L", "999999999999999999999999L", "600L 401M"] {
            for what in ["odds", "roll"] {
                let ran = field.run(&format!("{what} firefight --rules {rules} --cu '{cu}' --against M"));
                assert_eq!(ran.err, format!("error: `cu` of `firefight` cannot be `{cu}`: at most 1000 dice\n"));
            }
        }
    }
    for (line, said) in [
        ("fire --rules bgc --set mode=aimed --set pool=4000000", "`pool` is more than 1000: 4000000"),
        ("fire --rules bgc --set mode=aimed --set pool=201", "chances are counted for at most 200 dice"),
        ("area --rules wtj-1943 --set kind=personnel --set bases=49", "at most 48 for exact odds"),
        ("area --rules wtj-1943 --set kind=personnel --set bases=4000000", "a whole number from 0 to 1000"),
        ("asset --rules square-bashing --set asset_dice=1001", "cannot be `1001`: at most 1000"),
    ] {
        let ran = field.run(&format!("odds {line}"));
        assert!(ran.code == 2 && ran.err.contains(said), "{line}: {}", ran.err);
    }
}
