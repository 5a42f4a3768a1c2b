//! The same engagement by every rule system, and a campaign that mixes them (issue 5).

use domain::RuleSystemId;

use super::field::Field;

const LOG: &str = "no supply in this test";

/// A defender of three SP in place of the one of four: a platoon or a battalion of two systems has three at most.
fn with_three_sp() -> Field {
    let field = Field::new();
    field.done("unit set ax.9id.i1 state=destroyed");
    field.done(
        "unit new ax.9id.i2 --parent ax.9id arm=infantry echelon=battalion mobility=foot where=0602 role=fighting sp_full=3 weapon_men=l",
    );
    field.done("unit set 1rd.b1 square=0502");
    field
}

#[test]
fn one_engagement_is_fought_and_posted_by_every_system_with_only_the_rules_changed() {
    for rules in RuleSystemId::ALL {
        let field = with_three_sp();
        field.done(&format!("battle new 0602 --override '{LOG}'"));
        let drawn = std::fs::read_to_string(field.dir.path().join("1am-0602.toml")).unwrap();
        let other = drawn.replace("rules = \"nqm-squared\"", &format!("rules = \"{rules}\""));
        field.write("1am-0602.toml", &other);
        assert_eq!(field.run("battle check 1am-0602.toml").code, 0, "{rules}");
        let told = field.json("battle resolve 1am-0602.toml --seed 3");
        assert_eq!(told["rules"], rules.as_str());
        assert!(field.done("battle form 1am-0602").contains("1am-0602"), "{rules}");
        assert!(field.done("battle forecast 1am-0602.toml --runs 50 --seed 1").contains("50"), "{rules}");
        let before = field.json("unit show i2");
        field.done("battle post 0602 --dry-run");
        assert_eq!(field.json("unit show i2"), before, "{rules}: a dry run changes nothing");
        field.done("battle post 0602");
        assert_eq!(field.json("battle list")[0]["rules"], rules.as_str());
        assert_eq!(field.run("verify").code, 0, "{rules}");
        field.done("undo");
        assert_eq!(field.json("unit show i2"), before, "{rules}: undone");
    }
}

#[test]
fn a_figure_below_zero_is_typed_as_any_other() {
    let field = with_three_sp();
    for typed in ["wtj-1943.small_arms.long -1", "wtj-1943.small_arms.long=-1"] {
        let said = field.done(&format!("setting set {typed}"));
        assert!(said.contains("-1"), "{said}");
        field.done("undo");
    }
}

#[test]
fn a_campaign_that_mixes_all_systems_verifies() {
    let field = with_three_sp();
    field.done("setting set sb.infantry_halves_per_sp 3");
    field.done("setting set wtj-1943.command.R '[2, 2]'");
    for rules in RuleSystemId::ALL {
        field.done("unit set 1rd.b1 square=0502 state=organised sp=3 markers=0");
        field.done("unit set i2 square=0602 state=organised sp=3 markers=0");
        field.done(&format!("battle new 0602 --rules {rules} --override '{LOG}'"));
        field.done("battle resolve 0602 --seed 5 --post");
        field.done("bound close --seed 9");
    }
    let fought = field.json("battle list");
    let rules: Vec<&str> = fought.as_array().unwrap().iter().map(|row| row["rules"].as_str().unwrap()).collect();
    assert_eq!(rules.len(), RuleSystemId::ALL.len(), "{fought}");
    assert_eq!(field.run("verify").code, 0);
}
