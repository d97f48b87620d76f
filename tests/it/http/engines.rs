//! `/v1/engines`.

use std::time::Duration;

use crate::support::TestApp;

#[tokio::test]
async fn engines_and_ceilings_are_listed() {
    let app = TestApp::new();
    // What an engine says of itself is learnt in the background.
    for _ in 0..100 {
        let reply = app.get("/v1/engines").await;
        if reply.body["engines"]
            .as_array()
            .unwrap()
            .iter()
            .all(|engine| engine["id"].is_string())
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let reply = app.get("/v1/engines").await;
    let engines = reply.body["engines"].as_array().unwrap();
    let names: Vec<_> = engines
        .iter()
        .map(|engine| engine["name"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"scripted") && names.contains(&"embedded"),
        "{names:?}"
    );
    assert_eq!(reply.body["default"], "scripted");
    assert_eq!(reply.body["slots"], 2);
    assert_eq!(reply.body["ceilings"]["movetime"], 10_000);
    let scripted = engines
        .iter()
        .find(|engine| engine["name"] == "scripted")
        .unwrap();
    assert_eq!(scripted["kind"], "uci");
    assert!(scripted["id"].is_string(), "{}", reply.text);
    let options = scripted["options"].as_array().unwrap();
    let settable = |name: &str| {
        let option = options.iter().find(|option| option["name"] == name);
        option.unwrap()["settable"].as_bool().unwrap()
    };
    assert!(settable("Hash") && settable("Threads"));
    assert!(!settable("MultiPV") && !settable("Clear Hash"));
}
