//! What a YAML document can say here. Unlike the library's own value it has a place for numbers
//! of any size, and knows only the types that a key can have.

use std::fmt;

use serde::de::{
    Deserialize, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess,
    VariantAccess as _, Visitor,
};

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Node {
    /// Nothing, or `~`.
    Empty,
    /// A list, a truth value, a fraction, a number beyond 64 bits, something with a tag.
    Other,
    Section(Vec<(String, Self)>),
    Text(String),
    Whole(i64),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML document")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Whole(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
        Ok(i64::try_from(number).map_or(Node::Other, Node::Whole))
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_none<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Empty)
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Empty)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Node::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut members: Vec<(String, Node)> = Vec::new();
        while let Some(name) = entries.next_key::<Node>()? {
            let name = match name {
                Node::Text(text) => text,
                Node::Whole(number) => number.to_string(),
                Node::Empty => "~".to_owned(),
                Node::Other | Node::Section(_) => return Err(Error::custom("a key is no text")),
            };
            if members.iter().any(|(known, _)| *known == name) {
                return Err(Error::custom(format_args!("{name:?} stands twice")));
            }
            members.push((name, entries.next_value()?));
        }
        Ok(Node::Section(members))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Node, A::Error> {
        let (IgnoredAny, content) = tagged.variant()?;
        content.newtype_variant::<IgnoredAny>()?;
        Ok(Node::Other)
    }
}
