//! ICCF numeric notation: `5254` is e2–e4, `57581` e7–e8 with a queen.

use shakmaty::{File, Rank, Role};

use super::shape::{Normal, Shape, Sign};

/// The shape of four or five digits.
pub(super) fn shape(text: &[char]) -> Option<Shape> {
    let digit = |at: usize| {
        text.get(at)?
            .to_digit(10)
            .filter(|digit| (1..=8).contains(digit))
    };
    let promotion = match text.len() {
        4 => None,
        5 => Some(
            *[Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                .get(usize::try_from(digit(4)?).ok()? - 1)?,
        ),
        _ => return None,
    };
    Some(Shape::Normal(Normal {
        role: None,
        from_file: Some(File::new(digit(0)? - 1)),
        from_rank: Some(Rank::new(digit(1)? - 1)),
        sign: Sign::None,
        to_file: File::new(digit(2)? - 1),
        to_rank: Some(Rank::new(digit(3)? - 1)),
        promotion,
    }))
}
