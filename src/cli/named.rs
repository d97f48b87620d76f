//! Values that options and requests name alike.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer as _};

/// Reads an option's value as a request's field would be read.
///
/// # Errors
///
/// Says which names are known.
pub(super) fn named<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    let name = name.to_ascii_lowercase();
    T::deserialize(name.as_str().into_deserializer()).map_err(|error: Error| error.to_string())
}
