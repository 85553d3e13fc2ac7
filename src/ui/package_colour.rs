//! Sets the package of a name off from the name itself.

use ratatui::text::Span;

use super::theme::Theme;
use crate::model::SymbolKind;

/// Dims the package at the start of the shown part of a qualified name, `label`. A name that is cut there, of a
/// container, or in another colour than the plain text keeps its style.
pub(super) fn with_package_colour(
    name: Vec<Span<'static>>,
    (label, kind): (&str, SymbolKind),
    theme: &Theme,
) -> Vec<Span<'static>> {
    let text: String = name.iter().map(|span| span.content.as_ref()).collect();
    // The rest of a cut name may begin with a type.
    let is_whole = |package: &&str| text.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'));
    let package = label.split_once('.').map(|(package, _)| package).filter(is_whole);
    let Some(package) = package.filter(|_| !kind.is_container()) else { return name };
    let (style, mut left) = (theme.elsewhere, package.len());
    let mut spans = Vec::with_capacity(name.len() + 1);
    for span in name {
        let here = left.min(span.content.len());
        left -= here;
        let is_plain = span.style.fg == theme.plain.fg || span.style.fg.is_none();
        if here == 0 || !is_plain {
            spans.push(span);
            continue;
        }
        let (head, rest) = span.content.split_at(here);
        spans.push(Span::styled(head.to_owned(), span.style.patch(style)));
        if !rest.is_empty() {
            spans.push(Span::styled(rest.to_owned(), span.style));
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::palettes::Palettes;
    use crate::ui::theme::Depth;

    #[test]
    fn only_the_package_of_a_plain_name_is_coloured() {
        let theme = Theme::new(&Palettes::default(), "dark", true, Depth::True);
        let texts = |name: &[(&'static str, ratatui::style::Style)], kind| -> Vec<(String, bool)> {
            let label = "web.Router.Serve";
            let name = name.iter().map(|&(text, style)| Span::styled(text, style)).collect();
            let spans = with_package_colour(name, (label, kind), &theme);
            spans.into_iter().map(|span| (span.content.to_string(), span.style == theme.elsewhere)).collect()
        };
        let plain = ratatui::style::Style::new();
        let whole = |text: &str| vec![(text.to_owned(), false)];
        assert_eq!(
            texts(&[("web.Router.Serve", plain)], SymbolKind::Method),
            [("web".to_owned(), true), (".Router.Serve".to_owned(), false)]
        );
        assert_eq!(
            texts(&[("w", theme.lit), ("eb.Run", plain)], SymbolKind::Func),
            [("w".to_owned(), false), ("eb".to_owned(), true), (".Run".to_owned(), false)]
        );
        assert_eq!(texts(&[("web.Run", theme.faint)], SymbolKind::Func), whole("web.Run"));
        assert_eq!(texts(&[("w….Run", plain)], SymbolKind::Func), whole("w….Run"));
        assert_eq!(texts(&[("Router.Serve", plain)], SymbolKind::Method), whole("Router.Serve"));
        assert_eq!(texts(&[("web/a.go", plain)], SymbolKind::File), whole("web/a.go"));
        let colourless = Theme::new(&Palettes::default(), "none", true, Depth::True);
        let name = vec![Span::raw("web.Run")];
        let spans = with_package_colour(name, ("web.Run", SymbolKind::Func), &colourless);
        assert!(spans.iter().all(|span| span.style == plain));
    }
}
