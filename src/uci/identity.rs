//! Who an engine is.

use super::{OptionDecl, Output, Text};

/// The most options of one engine that are kept.
const MAX_OPTIONS: usize = 512;

/// Who an engine says it is, and what it says can be set.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Identity {
    /// Its name and version; empty when it says none.
    pub name: Text,
    /// Who wrote it; empty when it does not say.
    pub author: Text,
    /// What can be set.
    pub options: Vec<OptionDecl>,
}

impl Identity {
    /// The declaration of an option; names are compared without case.
    pub fn option(&self, name: &str) -> Option<&OptionDecl> {
        self.options.iter().find(|option| option.name.is(name))
    }

    /// Whether it declares an option.
    pub fn has(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    /// Takes a line of the introduction.
    pub(super) fn note(&mut self, line: Output) {
        match line {
            Output::IdName(name) => self.name = name,
            Output::IdAuthor(author) => self.author = author,
            Output::Option(option) if self.options.len() < MAX_OPTIONS => {
                self.options.push(option);
            }
            _ => {}
        }
    }
}
