//! Draws curves of estimates with their intervals as SVG: bars at points that are measured apart,
//! bands along curves of many steps.

use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Circle, Color, DrawingAreaErrorKind, IntoDrawingArea,
    IntoLogRange, LineSeries, PathElement, Polygon, RGBColor, Ranged, SVGBackend,
    SeriesLabelPosition, WHITE,
};

use crate::draw_curve::{COLORS, HEIGHT, WIDTH, short_number};

/// An estimate at one place of the horizontal axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EstimatedPoint {
    /// The place.
    pub x: f64,
    /// The mean.
    pub mean: f64,
    /// The ends of the interval; none where one run alone tells of no spread.
    pub interval: Option<(f64, f64)>,
}

/// One named curve of estimates, in the order of their places.
#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedCurve {
    /// What the curve shows.
    pub name: String,
    /// The estimates.
    pub points: Vec<EstimatedPoint>,
}

/// How the places of the horizontal axis lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// A few amounts, evenly spaced in their logarithms; intervals are bars.
    Amounts,
    /// Many steps, evenly spaced; intervals are bands.
    Steps,
}

type Drawing = DrawingAreaErrorKind<std::io::Error>;

/// Draws curves of estimates over one pair of axes. The vertical axis begins at zero.
///
/// # Units
/// `x` names the horizontal axis, `y` the vertical one. With [`Scale::Amounts`] places are
/// positive.
///
/// # Errors
/// When the drawing library refuses; a chart without any point is `Ok(None)`.
pub fn draw_intervals(
    x: &str,
    y: &str,
    scale: Scale,
    curves: &[EstimatedCurve],
) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let places = || curves.iter().flat_map(|curve| &curve.points).map(|point| point.x);
    let Some(least) = places().reduce(f64::min) else { return Ok(None) };
    let most = places().fold(least, f64::max);
    let top = curves
        .iter()
        .flat_map(|curve| &curve.points)
        .map(|point| point.interval.map_or(point.mean, |(_, high)| high.max(point.mean)))
        .fold(f64::MIN_POSITIVE, f64::max);
    // Room for the names of the curves.
    let top = top * (1.06 + 0.11 * curves.len() as f64);

    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut builder = ChartBuilder::on(&area);
        builder.margin(12).x_label_area_size(36).y_label_area_size(52);
        match scale {
            Scale::Amounts => {
                let range = (least / 1.2..most * 1.2).log_scale();
                let chart = builder.build_cartesian_2d(range, 0.0..top)?;
                let ticks: Vec<f64> = places().collect();
                draw(chart, (x, y), curves, scale, &ticks)?;
            }
            Scale::Steps => {
                let most = if most > least { most } else { least + 1.0 };
                let chart = builder.build_cartesian_2d(least..most, 0.0..top)?;
                draw(chart, (x, y), curves, scale, &[])?;
            }
        }
        area.present()?;
    }
    Ok(Some(svg))
}

type Chart<'a, 'b, X> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, RangedCoordf64>>;

fn draw<'a, X>(
    mut chart: Chart<'a, 'a, X>,
    (x, y): (&str, &str),
    curves: &[EstimatedCurve],
    scale: Scale,
    ticks: &[f64],
) -> Result<(), Drawing>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64> + 'a,
{
    // Ticks that a logarithmic axis chooses are powers of ten; what was measured is marked instead.
    let n_ticks = if ticks.is_empty() { 10 } else { 0 };
    chart
        .configure_mesh()
        .x_desc(x)
        .y_desc(y)
        .x_labels(n_ticks)
        .x_label_formatter(&short_number)
        .y_label_formatter(&short_number)
        .light_line_style(WHITE)
        .draw()?;
    for (index, curve) in curves.iter().enumerate() {
        draw_curve(&mut chart, curve, COLORS[index % COLORS.len()], scale)?;
    }
    for &tick in ticks {
        let (left, bottom) = chart.backend_coord(&(tick, 0.0));
        let style = plotters::style::TextStyle::from(("sans-serif", 12));
        let text =
            plotters::element::Text::new(short_number(&tick), (left - 10, bottom + 6), style);
        chart.plotting_area().strip_coord_spec().draw(&text)?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()
}

fn draw_curve<X>(
    chart: &mut Chart<'_, '_, X>,
    curve: &EstimatedCurve,
    color: RGBColor,
    scale: Scale,
) -> Result<(), Drawing>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let intervals = || {
        let points = curve.points.iter();
        points.filter_map(|point| Some((point.x, point.interval?)))
    };
    match scale {
        Scale::Amounts => {
            let bars = intervals().map(|(x, (low, high))| {
                PathElement::new([(x, low), (x, high)], color.stroke_width(2))
            });
            chart.draw_series(bars)?;
            let dots = curve.points.iter().map(|p| Circle::new((p.x, p.mean), 4, color.filled()));
            chart.draw_series(dots)?;
        }
        Scale::Steps => {
            let lower: Vec<(f64, f64)> = intervals().map(|(x, (low, _))| (x, low)).collect();
            let upper = intervals().map(|(x, (_, high))| (x, high));
            let around: Vec<(f64, f64)> = upper.chain(lower.into_iter().rev()).collect();
            if !around.is_empty() {
                chart.draw_series([Polygon::new(around, color.mix(0.18))])?;
            }
        }
    }
    let line = curve.points.iter().map(|point| (point.x, point.mean));
    chart
        .draw_series(LineSeries::new(line, color.stroke_width(2)))?
        .label(&curve.name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{EstimatedCurve, EstimatedPoint, Scale, draw_intervals};

    fn curve(name: &str, means: &[(f64, f64)]) -> EstimatedCurve {
        let point = |&(x, mean): &(f64, f64)| EstimatedPoint {
            x,
            mean,
            interval: Some((mean - 0.1, mean + 0.1)),
        };
        EstimatedCurve { name: name.to_owned(), points: means.iter().map(point).collect() }
    }

    #[test]
    fn amounts_have_a_dot_and_a_bar_each_and_are_named_on_the_axis() {
        let curves = [curve("all criteria", &[(100.0, 0.2), (500.0, 0.4), (3_000.0, 0.6)])];
        let svg = draw_intervals("demonstrations", "share", Scale::Amounts, &curves);
        let svg = svg.expect("it draws").expect("it has points");
        assert_eq!(svg.matches("<circle").count(), 3, "{svg}");
        for amount in ["100", "500", "3000", "all criteria", "demonstrations"] {
            assert!(svg.contains(amount), "{amount} is not in {svg}");
        }
    }

    #[test]
    fn steps_have_a_band_a_condition() {
        let curves = [
            curve("uniform", &[(1.0, 0.2), (2.0, 0.3)]),
            curve("binary", &[(1.0, 0.2), (2.0, 0.4)]),
        ];
        let svg = draw_intervals("round", "share", Scale::Steps, &curves);
        let svg = svg.expect("it draws").expect("it has points");
        assert_eq!(svg.matches("<polygon").count(), 2, "{svg}");
    }

    #[test]
    fn one_run_alone_is_drawn_without_an_interval() {
        let points = vec![EstimatedPoint { x: 1.0, mean: 0.5, interval: None }];
        let curves = [EstimatedCurve { name: "only".to_owned(), points }];
        for scale in [Scale::Amounts, Scale::Steps] {
            let svg = draw_intervals("x", "y", scale, &curves).expect("it draws");
            assert!(svg.is_some_and(|svg| !svg.contains("NaN") && !svg.contains("<polygon")));
        }
        assert_eq!(draw_intervals("x", "y", Scale::Steps, &[]).expect("it draws"), None);
    }
}
