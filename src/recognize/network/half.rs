//! Half-precision numbers (IEEE 754 binary16), as the files of weights hold them.

/// The number that sixteen bits stand for.
pub(super) fn from_bits(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> 10 & 31);
    let fraction = f32::from(bits & 1023) / 1024.0;
    sign * match exponent {
        0 => fraction * 2_f32.powi(-14),
        31 if fraction > 0.0 => f32::NAN,
        31 => f32::INFINITY,
        _ => (1.0 + fraction) * 2_f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_the_standard() {
        // Wikipedia, "Half-precision floating-point format", table of examples.
        for (bits, value) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65_504.0),
            (0x3555, 0.333_251_95),
            (0x0001, 5.960_464_5e-8),
            (0x0400, 6.103_515_6e-5),
            (0x8000, 0.0),
            (0x7c00, f32::INFINITY),
        ] {
            assert_eq!(from_bits(bits), value, "{bits:#06x}");
        }
    }
}
