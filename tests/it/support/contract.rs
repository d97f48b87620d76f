//! `openapi.yaml` as a judge: every exchange of the tests must be what it says.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::load);

/// The contract, read once.
pub(crate) struct Contract {
    document: Value,
    /// The components, closed: an answer may hold nothing that is not documented.
    closed: Value,
}

impl Contract {
    pub(crate) fn shared() -> &'static Self {
        &CONTRACT
    }

    fn load() -> Self {
        let text = include_str!("../../../openapi.yaml");
        let document: Value = serde_saphyr::from_str(text).expect("openapi.yaml is YAML");
        let mut closed = document["components"].clone();
        for (name, schema) in closed["schemas"].as_object_mut().unwrap() {
            // These two are parts of others; they are closed where they stand alone.
            if name == "BestMove" || name == "Analysis" {
                let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
                fields
                    .into_iter()
                    .flatten()
                    .for_each(|(_, field)| close(field));
            } else {
                close(schema);
            }
        }
        Self { document, closed }
    }

    /// The paths, each with its methods in capitals.
    pub(crate) fn paths(&self) -> Vec<(String, Vec<String>)> {
        let paths = self.document["paths"].as_object().unwrap();
        let methods = |item: &Value| {
            item.as_object()
                .unwrap()
                .keys()
                .map(|m| m.to_uppercase())
                .collect()
        };
        paths
            .iter()
            .map(|(path, item)| (path.clone(), methods(item)))
            .collect()
    }

    fn operation(&self, path: &str, method: &Method) -> Option<&Value> {
        self.document["paths"]
            .get(path)?
            .get(method.as_str().to_lowercase())
    }

    fn resolve<'a>(&'a self, mut value: &'a Value) -> &'a Value {
        while let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            value = self.document.pointer(&reference[1..]).unwrap();
        }
        value
    }

    /// Panics when an answer is not what the contract says.
    pub(crate) fn check_answer(
        &self,
        (method, path): (&Method, &str),
        status: StatusCode,
        media_type: &str,
        body: &[u8],
    ) {
        let problem = json!({ "$ref": "#/components/schemas/Problem" });
        let Some(operation) = self.operation(path, method) else {
            // Not in the contract: only an error may come.
            assert!(
                status.is_client_error(),
                "{method} {path} is not in openapi.yaml: {status}"
            );
            return self.check_schema(&problem, body, path);
        };
        let responses = &operation["responses"];
        let response = responses
            .get(status.as_str())
            .or_else(|| responses.get("default"));
        let response =
            self.resolve(response.unwrap_or_else(|| panic!("{method} {path}: {status}")));
        if status.is_success() {
            assert!(
                responses.get(status.as_str()).is_some(),
                "{method} {path}: {status} is not listed"
            );
        }
        let bodiless = [StatusCode::NOT_MODIFIED, StatusCode::NO_CONTENT].contains(&status);
        if *method == Method::HEAD || bodiless {
            assert!(body.is_empty(), "{method} {path}: a body with {status}");
            return;
        }
        let essence = media_type.split(';').next().unwrap();
        let content = response["content"].get(essence);
        let content = content.unwrap_or_else(|| panic!("{method} {path} {status}: {media_type}"));
        if essence == "application/x-ndjson" {
            for line in body
                .split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty())
            {
                self.check_schema(&content["schema"], line, path);
            }
        } else if essence.ends_with("json") {
            self.check_schema(&content["schema"], body, path);
        }
    }

    /// Panics when a request that was served is not one that the contract lists.
    pub(crate) fn check_request(
        &self,
        method: &Method,
        path: &str,
        query: &str,
        json: Option<&Value>,
    ) {
        let operation = self.operation(path, method).unwrap();
        let listed: Vec<&str> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|parameter| self.resolve(parameter)["name"].as_str())
            .collect();
        for (name, _) in form_urlencoded::parse(query.as_bytes()) {
            assert!(
                listed.contains(&&*name),
                "{method} {path}: parameter {name} is not listed"
            );
        }
        if let Some(body) = json {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            self.check_schema(schema, body.to_string().as_bytes(), path);
        }
    }

    /// Panics when a message is not what a component of the contract says.
    pub(crate) fn check_message(&self, component: &str, message: &Value) {
        let schema = json!({ "$ref": format!("#/components/schemas/{component}") });
        self.check_schema(&schema, message.to_string().as_bytes(), component);
    }

    fn check_schema(&self, schema: &Value, body: &[u8], path: &str) {
        let body: Value = serde_json::from_slice(body).unwrap_or_else(|e| {
            panic!("{path}: not JSON ({e}): {}", String::from_utf8_lossy(body))
        });
        let mut root = schema.clone();
        root["components"] = self.closed.clone();
        root["unevaluatedProperties"] = json!(false);
        let validator = jsonschema::validator_for(&root).expect("openapi.yaml holds JSON schemas");
        let errors: Vec<String> = validator
            .iter_errors(&body)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(
            errors.is_empty(),
            "{path} is not what openapi.yaml says: {errors:#?}\n{body:#}"
        );
    }
}

/// Forbids what a schema does not list, all the way down.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(close);
            if map.get("properties").is_some_and(Value::is_object) && map.contains_key("type") {
                map.entry("additionalProperties").or_insert(json!(false));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
