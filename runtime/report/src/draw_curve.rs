//! Draws curves over steps as SVG.

use plotters::prelude::{
    ChartBuilder, Circle, Color, IntoDrawingArea, LineSeries, PathElement, RGBColor, SVGBackend,
    SeriesLabelPosition, WHITE,
};

/// One named line: `(step, value)` pairs, in the order of steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What the line shows.
    pub name: String,
    /// Steps and values.
    pub points: Vec<(f64, f64)>,
}

/// Line colours that stay apart for colour-blind readers.
///
/// Source: Okabe and Ito, "Color universal design", 2008.
pub(crate) const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

pub(crate) const WIDTH: u32 = 560;
pub(crate) const HEIGHT: u32 = 280;

/// Height of the legend as a share of the lines' height.
const LEGEND_SHARE: f64 = 0.35;

/// Draws the curves over one pair of axes.
///
/// # Units
/// `x` names the horizontal axis, `y` the vertical one. Values that are not finite are left out.
///
/// # Errors
/// When the drawing library refuses; a chart without any point is `Ok(None)`.
pub fn draw_curves(
    x: &str,
    y: &str,
    curves: &[Curve],
) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let finite = |curve: &Curve| -> Vec<(f64, f64)> {
        let points = curve.points.iter().copied();
        points.filter(|(step, value)| step.is_finite() && value.is_finite()).collect()
    };
    let lines: Vec<_> = curves.iter().map(|curve| (curve, finite(curve))).collect();
    let all = || lines.iter().flat_map(|(_, points)| points);
    if all().next().is_none() {
        return Ok(None);
    }
    let (x_min, x_max) = span(all().map(|point| point.0));
    let (y_min, y_max) = span(all().map(|point| point.1).chain([0.0]));
    let y_min = if all().all(|point| point.1 >= 0.0) { 0.0 } else { y_min };
    // Room for the names of the lines above the lines.
    let y_top = if lines.len() > 1 { y_max + LEGEND_SHARE * (y_max - y_min) } else { y_max };

    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(52)
            .build_cartesian_2d(x_min..x_max, y_min..y_top)?;
        chart
            .configure_mesh()
            .x_desc(x)
            .y_desc(y)
            .x_label_formatter(&short_number)
            .y_label_formatter(&short_number)
            .light_line_style(WHITE)
            .draw()?;
        for (index, (curve, points)) in lines.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            chart
                .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
            if let [only] = points[..] {
                // A line of one point is nothing to see.
                chart.draw_series([Circle::new(only, 3, color.filled())])?;
            }
        }
        if lines.len() > 1 {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .background_style(WHITE.mix(0.8))
                .draw()?;
        }
        area.present()?;
    }
    Ok(Some(svg))
}

/// A tick without digits that say nothing: `50`, `0.25`, `3e-4`.
pub(crate) fn short_number(value: &f64) -> String {
    if *value != 0.0 && value.abs() < 0.01 {
        return format!("{value:.1e}").replace(".0e", "e");
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Least and greatest, kept apart so that an axis has a length.
fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, most) =
        values.fold(start, |(least, most), value| (least.min(value), most.max(value)));
    if most > least { (least, most) } else { (least - 0.5, most + 0.5) }
}

#[cfg(test)]
mod tests {
    use super::{Curve, draw_curves, short_number};

    #[test]
    fn a_curve_becomes_a_line_and_its_name_a_legend() {
        let curve = |name: &str, values: [f64; 3]| Curve {
            name: name.to_owned(),
            points: values.iter().enumerate().map(|(at, value)| (at as f64, *value)).collect(),
        };
        let curves = [curve("train", [3.0, 2.0, 1.0]), curve("held out", [3.0, 2.5, f64::NAN])];
        let svg = draw_curves("step", "loss", &curves).expect("it draws").expect("it has points");
        assert!(svg.starts_with("<svg"), "{svg}");
        assert!(svg.contains("#0072B2") && svg.contains("#D55E00"), "each line has its colour");
        assert!(!svg.contains("NaN"), "what is not finite is left out");
        assert!(svg.contains("held out") && svg.contains("loss"));
    }

    #[test]
    fn one_point_is_seen_and_small_ticks_stay_apart() {
        let points = vec![(1.0, 2.0)];
        let only = [Curve { name: "held out".to_owned(), points }];
        let svg = draw_curves("step", "loss", &only).expect("it draws").expect("it has a point");
        assert!(svg.contains("<circle"), "{svg}");
        let ticks = [0.0, 0.0025, 0.003, 0.25, 50.0].map(|tick| short_number(&tick));
        assert_eq!(ticks, ["0", "2.5e-3", "3e-3", "0.25", "50"]);
    }

    #[test]
    fn no_points_draw_nothing() {
        assert_eq!(draw_curves("step", "loss", &[]).expect("it draws"), None);
    }
}
