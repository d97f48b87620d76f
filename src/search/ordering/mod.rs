//! Which move to try first: what earlier cut-offs taught ([`History`]), and the picker that hands
//! out moves stage by stage and generates them only when their stage comes ([`Picker`]).

mod history;
mod picker;

pub(super) use history::{Context, History, piece_to};
pub(super) use picker::{Hints, Picker, Want};
