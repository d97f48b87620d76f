//! The words that messages are made of.

use shakmaty::{Color, Role, Square};

/// `White` or `Black`.
pub(super) fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// `knight` for a knight.
pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `e4`, `e4 and d5`, `e4, d5 and c6`.
pub(super) fn square_list(squares: impl IntoIterator<Item = Square>) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
