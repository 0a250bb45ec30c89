//! From a declaration and its format to a [`Program`].

use super::grammar::{self, Element};
use super::program::{
    Argument, AttrForm, Clause, Condition, Count, Custom, EnumForm, EnumRef, Form, Group, Inst, Program, ResultTypes,
    Text, TypeRule, TypeSource, Values,
};
use super::spacing::{self, Spacing};
use plugopt_descriptor::{Arity, AttrKind, Class, MatchKind, SimpleTrait, Trait, Transform, TypeClass};
use plugopt_dialect::Registry;
use plugopt_dialect::constraint::Constraint;
use plugopt_dialect::definition::{OpDef, OperandDef};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::{Context, FloatKind, Signedness, Type};
use std::sync::Arc;

type Result<T> = std::result::Result<T, String>;

/// Compiles the format of an operation.
pub(super) fn compile(context: &Context, def: &OpDef, format: &str) -> Result<Program> {
    let elements = grammar::read(format)?;
    let mut compiler = Compiler::new(context, def);
    compiler.top_level(&elements)?;
    compiler.finish()
}

/// What an instruction is compiled in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the top or in a clause: an optional attribute may be absent.
    Normal,
    /// In an optional group, behind what decides whether the group is there.
    Group,
}

struct Compiler<'a> {
    context: &'a Context,
    registry: Arc<Registry>,
    def: &'a OpDef,
    spacing: Spacing,
    code: Vec<Inst>,
    text: Vec<u8>,
    forms: Vec<AttrForm>,
    classes: Vec<Class>,
    groups: Vec<Group>,
    lists: Vec<Box<[Clause]>>,
    customs: Vec<Custom>,
    operand_types: Vec<bool>,
    result_types: Vec<bool>,
    operands: Vec<bool>,
    attributes: Vec<bool>,
    regions: Vec<bool>,
    successors: Vec<bool>,
    all_operands: bool,
    all_operand_types: bool,
    all_result_types: bool,
    all_regions: bool,
    all_successors: bool,
    prop_dict: bool,
    attr_dict: bool,
}

fn index_of(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

fn count_of(arity: Arity) -> Count {
    match arity {
        Arity::One => Count::One,
        Arity::Optional => Count::Optional,
        Arity::Variadic => Count::Variadic,
    }
}

fn count_of_operand(operand: &OperandDef) -> Count {
    match operand.inner_segments {
        Some(_) => Count::Nested,
        None => count_of(operand.arity),
    }
}

/// The type of a builder's text.
pub(super) fn builder_type(context: &Context, text: &str) -> Option<Type> {
    let text = text.trim();
    let integer =
        |digits: &str, signedness| digits.parse().ok().map(|width: u32| context.integer_type(width, signedness));
    match text {
        "index" => return Some(context.index_type()),
        "none" => return Some(context.none_type()),
        _ => {}
    }
    let found = FloatKind::from_keyword(text.as_bytes()).map(|kind| context.float_type(kind));
    let found = found.or_else(|| integer(text.strip_prefix('i')?, Signedness::Signless));
    let found = found.or_else(|| integer(text.strip_prefix("si")?, Signedness::Signed));
    let found = found.or_else(|| integer(text.strip_prefix("ui")?, Signedness::Unsigned));
    found.or_else(|| match context.attr_data(Registry::of(context).parse_attribute(context, text)?) {
        AttrData::Type(ty) => Some(*ty),
        _ => None,
    })
}

impl<'a> Compiler<'a> {
    fn new(context: &'a Context, def: &'a OpDef) -> Self {
        Compiler {
            context,
            registry: Registry::of(context),
            def,
            spacing: Spacing { space: true, punctuation: false },
            code: Vec::new(),
            text: Vec::new(),
            forms: Vec::new(),
            classes: Vec::new(),
            groups: Vec::new(),
            lists: Vec::new(),
            customs: Vec::new(),
            operand_types: vec![false; def.operands.len()],
            result_types: vec![false; def.results.len()],
            operands: vec![false; def.operands.len()],
            attributes: vec![false; def.attributes.len()],
            regions: vec![false; def.regions.len()],
            successors: vec![false; def.successors.len()],
            all_operands: false,
            all_operand_types: false,
            all_result_types: false,
            all_regions: false,
            all_successors: false,
            prop_dict: false,
            attr_dict: false,
        }
    }

    fn top_level(&mut self, elements: &[Element]) -> Result<()> {
        for element in elements {
            match element {
                Element::Group { then, otherwise, anchor, inverted } => {
                    self.group(then, otherwise, *anchor, *inverted)?;
                }
                Element::Clauses(clauses) => self.clauses(clauses)?,
                _ => self.element(element, Place::Normal)?,
            }
        }
        if self.code.len() >= u16::MAX as usize {
            return Err("the format is too long".to_string());
        }
        Ok(())
    }

    fn intern(&mut self, text: &str, space: bool) -> Text {
        let start = self.text.len() as u32;
        if space {
            self.text.push(b' ');
        }
        self.text.extend_from_slice(text.as_bytes());
        Text { start, length: self.text.len() as u32 - start }
    }

    fn literal(&mut self, text: &str) -> Result<Inst> {
        if !grammar::literal_is_valid(text) {
            return Err(format!("`{text}` is no valid literal"));
        }
        let space = self.spacing.before_literal(text);
        let token = if grammar::is_word(text) { None } else { spacing::punctuation(text) };
        Ok(Inst::Literal { token, text: self.intern(text, space), space })
    }

    fn element(&mut self, element: &Element, place: Place) -> Result<()> {
        let inst = match element {
            Element::Literal(text) => self.literal(text)?,
            Element::Whitespace(text) => match *text {
                "\n" => Inst::Newline,
                text => {
                    self.spacing.whitespace(text.is_empty());
                    if text.is_empty() {
                        return Ok(());
                    }
                    Inst::Space
                }
            },
            Element::Variable(name) => self.variable(name, place, false)?,
            Element::Qualified(inner) => match &**inner {
                Element::Variable(name) => self.variable(name, place, true)?,
                Element::Directive(word, arguments) if word == "type" => self.types(arguments, true)?,
                _ => return Err("'qualified' takes an attribute or 'type'".to_string()),
            },
            Element::Directive(word, arguments) => self.directive(word, arguments)?,
            Element::Custom(name, arguments) => self.custom(name, arguments, false)?,
            Element::Ref(_) => return Err("'ref' is only valid within a `custom` directive".to_string()),
            Element::Text(_) => return Err("strings may only be used as arguments of 'custom'".to_string()),
            Element::Clauses(_) => return Err("'oilist' can only be used at the top level".to_string()),
            Element::Group { .. } => return Err("optional groups can only be used at the top level".to_string()),
        };
        self.code.push(inst);
        Ok(())
    }

    fn variable(&mut self, name: &str, place: Place, qualified: bool) -> Result<Inst> {
        if let Some(index) = self.def.operand_index(name) {
            self.bind(name, |c| &mut c.operands[index])?;
            let count = count_of_operand(&self.def.operands[index]);
            let space = self.spacing.before_element();
            return Ok(Inst::Operand { index: index_of(index), count, space });
        }
        if let Some(slot) = self.def.attribute_slot(name) {
            self.bind(name, |c| &mut c.attributes[slot])?;
            let optional = place == Place::Normal && self.def.attributes[slot].optional;
            let form = self.form(slot, qualified)?;
            self.forms.push(form);
            let form = index_of(self.forms.len() - 1);
            let space = self.spacing.before_element();
            return Ok(Inst::Attribute { slot: index_of(slot), form, optional, space });
        }
        if let Some(index) = self.def.regions.iter().position(|r| *r.text == *name) {
            self.bind(name, |c| &mut c.regions[index])?;
            let count = count_of(self.def.regions[index].arity);
            let space = self.spacing.before_element();
            return Ok(Inst::Region { index: index_of(index), count, space });
        }
        if let Some(index) = self.def.successors.iter().position(|s| *s.text == *name) {
            self.bind(name, |c| &mut c.successors[index])?;
            let count = count_of(self.def.successors[index].arity);
            let space = self.spacing.before_element();
            return Ok(Inst::Successor { index: index_of(index), count, space });
        }
        if self.def.result_index(name).is_some() {
            return Err(format!("result '{name}' can be used only within 'type' or 'functional-type'"));
        }
        Err(format!("expected variable to refer to an argument, region, result, or successor, but got '{name}'"))
    }

    fn bind(&mut self, name: &str, bound: impl FnOnce(&mut Self) -> &mut bool) -> Result<()> {
        if std::mem::replace(bound(self), true) {
            return Err(format!("'{name}' is already bound"));
        }
        Ok(())
    }

    fn form(&mut self, slot: usize, qualified: bool) -> Result<AttrForm> {
        let attribute = &self.def.attributes[slot];
        let decl = &attribute.constraint.decl;
        if let (Some(name), true) = (&decl.enumeration, matches!(decl.class, Class::Attr(AttrKind::Integer))) {
            let (dialect, name) = name.split_once('.').unwrap_or((&self.def.dialect.text, name));
            let found = self.registry.find_enum(self.context, dialect, name);
            let found = found.ok_or_else(|| format!("enum '{name}' is not declared"))?;
            let ty = self.context.integer_type(found.decl.width.max(1), Signedness::Signless);
            let form = Form::Enum(Arc::new(EnumForm { def: EnumRef(found), ty }));
            return Ok(AttrForm { form, class: Class::Any });
        }
        let class = decl.class.clone();
        if decl.name == "SymbolNameAttr" {
            return Ok(AttrForm { form: Form::Symbol, class });
        }
        let builder = decl.builder.as_deref().and_then(|text| builder_type(self.context, text));
        let property = match decl.name.as_str() {
            "BoolProp" => Some(Form::Bool),
            "I32Prop" | "I64Prop" => builder.map(Form::Integer),
            "StringProp" => Some(Form::String),
            _ => None,
        };
        let form = match (property, builder, &decl.class) {
            (Some(property), ..) => property,
            (None, Some(ty), _) => Form::Typed(ty),
            (None, None, Class::Any) => Form::Any,
            (None, None, _) if qualified => Form::Any,
            (None, None, Class::Defined(name)) => Form::Defined(self.registry.def_id(true, name)),
            _ => Form::Class,
        };
        Ok(AttrForm { form, class })
    }

    fn directive(&mut self, word: &str, arguments: &[Element]) -> Result<Inst> {
        Ok(match word {
            "attr-dict" | "attr-dict-with-keyword" => {
                if std::mem::replace(&mut self.attr_dict, true) {
                    return Err("'attr-dict' directive has already been seen".to_string());
                }
                self.spacing.punctuation = false;
                Inst::AttrDict { keyword: word != "attr-dict" }
            }
            "prop-dict" => {
                self.prop_dict = true;
                self.spacing.punctuation = false;
                Inst::PropDict
            }
            "type" => self.types(arguments, false)?,
            "functional-type" => {
                let [inputs, results] = arguments else {
                    return Err("'functional-type' takes two arguments".to_string());
                };
                let (inputs, results) = (self.typed_values(inputs)?, self.typed_values(results)?);
                Inst::FunctionalType { inputs, results, space: self.spacing.before_element() }
            }
            "operands" => {
                self.bind("operands", |c| &mut c.all_operands)?;
                Inst::Operands { space: self.spacing.before_element() }
            }
            "regions" => {
                self.bind("regions", |c| &mut c.all_regions)?;
                Inst::Regions { space: self.spacing.before_element() }
            }
            "successors" => {
                self.bind("successors", |c| &mut c.all_successors)?;
                Inst::Successors { space: self.spacing.before_element() }
            }
            "results" => {
                return Err("'results' directive can only be used as a child to a 'type' directive".to_string());
            }
            _ => return Err(format!("unknown directive '{word}'")),
        })
    }

    /// The values of `type(…)`, noted as typed.
    fn typed_values(&mut self, element: &Element) -> Result<Values> {
        let values = self.values(element)?;
        match values {
            Values::Operand(index) => {
                self.bind("type", |c| &mut c.operand_types[index as usize])?;
            }
            Values::Result(index) => self.bind("type", |c| &mut c.result_types[index as usize])?,
            Values::Operands => self.bind("type(operands)", |c| &mut c.all_operand_types)?,
            Values::Results => self.bind("type(results)", |c| &mut c.all_result_types)?,
        }
        Ok(values)
    }

    fn values(&mut self, element: &Element) -> Result<Values> {
        match element {
            Element::Variable(name) => {
                if let Some(index) = self.def.operand_index(name) {
                    Ok(Values::Operand(index_of(index)))
                } else if let Some(index) = self.def.result_index(name) {
                    Ok(Values::Result(index_of(index)))
                } else {
                    Err(format!("'{name}' is neither an operand nor a result"))
                }
            }
            Element::Directive(word, _) if word == "operands" => Ok(Values::Operands),
            Element::Directive(word, _) if word == "results" => Ok(Values::Results),
            _ => Err("'type' takes an operand, a result, 'operands' or 'results'".to_string()),
        }
    }

    fn value_def(&self, values: Values) -> Option<&'a OperandDef> {
        match values {
            Values::Operand(index) => self.def.operands.get(index as usize),
            Values::Result(index) => self.def.results.get(index as usize),
            _ => None,
        }
    }

    fn value_count(&self, values: Values) -> Count {
        self.value_def(values).map_or(Count::Variadic, count_of_operand)
    }

    fn types(&mut self, arguments: &[Element], qualified: bool) -> Result<Inst> {
        let [argument] = arguments else { return Err("'type' takes one argument".to_string()) };
        let of = self.typed_values(argument)?;
        let count = self.value_count(of);
        let class = match (count, self.value_def(of)) {
            (Count::One, Some(def)) => self.class(&def.constraint, qualified),
            _ => u16::MAX,
        };
        Ok(Inst::Types { of, count, class, space: self.spacing.before_element() })
    }

    fn class(&mut self, constraint: &Constraint, qualified: bool) -> u16 {
        match &constraint.decl.class {
            Class::Any => u16::MAX,
            Class::Type(_) | Class::Defined(_) if !qualified => {
                self.classes.push(constraint.decl.class.clone());
                index_of(self.classes.len() - 1)
            }
            _ => u16::MAX,
        }
    }

    fn custom(&mut self, name: &str, elements: &[Element], guards: bool) -> Result<Inst> {
        let mut arguments = Vec::new();
        for element in elements {
            let (element, reference) = match element {
                Element::Ref(inner) => (&**inner, true),
                element => (element, false),
            };
            let element = match element {
                Element::Qualified(inner) => inner,
                element => element,
            };
            arguments.push((self.argument(element, reference)?, reference));
        }
        self.customs.push(Custom { name: name.to_string(), arguments, guards });
        let index = index_of(self.customs.len() - 1);
        Ok(Inst::Custom { index, space: self.spacing.before_element() })
    }

    fn argument(&mut self, element: &Element, reference: bool) -> Result<Argument> {
        Ok(match element {
            Element::Variable(name) => {
                if let Some(index) = self.def.operand_index(name) {
                    if !reference {
                        self.bind(name, |c| &mut c.operands[index])?;
                    }
                    Argument::Operand(index_of(index), count_of_operand(&self.def.operands[index]))
                } else if let Some(slot) = self.def.attribute_slot(name) {
                    if !reference {
                        self.bind(name, |c| &mut c.attributes[slot])?;
                    }
                    Argument::Attribute(index_of(slot))
                } else if let Some(index) = self.def.regions.iter().position(|r| *r.text == **name) {
                    if !reference {
                        self.bind(name, |c| &mut c.regions[index])?;
                    }
                    Argument::Region(index_of(index), count_of(self.def.regions[index].arity))
                } else if let Some(index) = self.def.successors.iter().position(|s| *s.text == **name) {
                    if !reference {
                        self.bind(name, |c| &mut c.successors[index])?;
                    }
                    Argument::Successor(index_of(index), count_of(self.def.successors[index].arity))
                } else {
                    return Err(format!("'{name}' is no operand, attribute, region or successor"));
                }
            }
            Element::Text(text) => Argument::Text(text.clone()),
            Element::Directive(word, arguments) => match word.as_str() {
                "type" => {
                    let [argument] = &arguments[..] else { return Err("'type' takes one argument".to_string()) };
                    let of = if reference { self.values(argument)? } else { self.typed_values(argument)? };
                    Argument::Types(of, self.value_count(of))
                }
                "attr-dict" => {
                    self.attr_dict = true;
                    Argument::AttrDict
                }
                "prop-dict" => {
                    self.prop_dict = true;
                    Argument::PropDict
                }
                "operands" => {
                    self.all_operands |= !reference;
                    Argument::Operands
                }
                "results" => Argument::Results,
                "regions" => {
                    self.all_regions |= !reference;
                    Argument::Regions
                }
                "successors" => {
                    self.all_successors |= !reference;
                    Argument::Successors
                }
                _ => return Err(format!("'{word}' cannot be an argument of a custom directive")),
            },
            _ => return Err("not an argument of a custom directive".to_string()),
        })
    }

    /// What is asked before an element that anchors a group is printed.
    fn condition(&self, element: &Element) -> Result<Condition> {
        let of = |values| match values {
            Values::Operand(index) => Condition::Operand(index),
            Values::Result(index) => Condition::Result(index),
            Values::Operands => Condition::Operands,
            Values::Results => Condition::Results,
        };
        Ok(match element {
            Element::Variable(name) => {
                if let Some(index) = self.def.operand_index(name) {
                    Condition::Operand(index_of(index))
                } else if let Some(slot) = self.def.attribute_slot(name) {
                    Condition::Attribute(index_of(slot))
                } else if let Some(index) = self.def.regions.iter().position(|r| *r.text == **name) {
                    Condition::Region(index_of(index))
                } else if let Some(index) = self.def.successors.iter().position(|s| *s.text == **name) {
                    Condition::Successor(index_of(index))
                } else if let Some(index) = self.def.result_index(name) {
                    Condition::Result(index_of(index))
                } else {
                    return Err(format!("'{name}' cannot anchor an optional group"));
                }
            }
            Element::Qualified(inner) | Element::Ref(inner) => self.condition(inner)?,
            Element::Directive(word, arguments) => match (word.as_str(), &arguments[..]) {
                ("type", [argument]) => of(self.anchor_values(argument)?),
                ("functional-type", [inputs, results]) => {
                    Condition::Any(vec![of(self.anchor_values(inputs)?), of(self.anchor_values(results)?)])
                }
                _ => return Err(format!("'{word}' cannot anchor an optional group")),
            },
            Element::Custom(_, arguments) => {
                Condition::Any(arguments.iter().filter_map(|argument| self.condition(argument).ok()).collect())
            }
            _ => return Err("only variables and types can be used to anchor an optional group".to_string()),
        })
    }

    fn anchor_values(&self, element: &Element) -> Result<Values> {
        Ok(match element {
            Element::Variable(name) => match (self.def.operand_index(name), self.def.result_index(name)) {
                (Some(index), _) => Values::Operand(index_of(index)),
                (None, Some(index)) => Values::Result(index_of(index)),
                _ => return Err(format!("'{name}' is neither an operand nor a result")),
            },
            Element::Directive(word, _) if word == "operands" => Values::Operands,
            _ => Values::Results,
        })
    }

    /// The slot of a unit attribute that an element names.
    fn unit_attribute(&self, element: &Element) -> Option<usize> {
        let Element::Variable(name) = element else { return None };
        let slot = self.def.attribute_slot(name)?;
        let decl = &self.def.attributes[slot].constraint.decl;
        let unit = matches!(decl.class, Class::Attr(AttrKind::Unit)) || decl.name == "UnitProp";
        unit.then_some(slot)
    }

    fn group(&mut self, then: &[Element], otherwise: &[Element], anchor: usize, inverted: bool) -> Result<()> {
        let part = if inverted { otherwise } else { then };
        let element = part.get(anchor).ok_or("an optional group has no anchor")?;
        let condition = self.condition(element)?;
        let is_first = |part: &[Element]| part.first() == Some(element);
        let unit = self.unit_attribute(element).filter(|_| !is_first(then) && !is_first(otherwise));
        if let Some(slot) = unit {
            self.bind("unit attribute", |c| &mut c.attributes[slot])?;
        }
        let at = self.code.len();
        self.code.push(Inst::Space);
        let first = then.iter().position(|e| !matches!(e, Element::Whitespace(_)));
        let first = first.ok_or("an optional group needs an element to parse")?;
        let mut first_inst = 0;
        for (i, child) in then.iter().enumerate() {
            if unit.is_some() && child == element {
                if i == first {
                    return Err("a unit attribute cannot start an optional group that it anchors".to_string());
                }
                continue;
            }
            if i != first {
                self.element(child, Place::Group)?;
                continue;
            }
            first_inst = self.code.len() - at - 1;
            match child {
                Element::Custom(name, arguments) => {
                    let inst = self.custom(name, arguments, true)?;
                    self.code.push(inst);
                }
                Element::Literal(_) => self.element(child, Place::Normal)?,
                Element::Variable(_) | Element::Qualified(_) => {
                    self.element(child, Place::Normal)?;
                    // What starts a group may be absent, whether its declaration says so or not.
                    match self.code.last_mut() {
                        Some(Inst::Attribute { optional, .. }) => *optional = true,
                        Some(Inst::Operand { count, .. } | Inst::Region { count, .. }) if *count == Count::One => {
                            *count = Count::Optional;
                        }
                        _ => {}
                    }
                }
                _ => return Err("first parsable element of an operand group must be a literal or operand".to_string()),
            }
        }
        let then_length = self.code.len() - at - 1;
        for child in otherwise {
            if unit.is_none() || child != element {
                self.element(child, Place::Group)?;
            }
        }
        let otherwise_length = self.code.len() - at - 1 - then_length;
        self.groups.push(Group { condition, inverted, unit: unit.map(index_of) });
        self.code[at] = Inst::Group {
            group: index_of(self.groups.len() - 1),
            first: index_of(first_inst),
            then: index_of(then_length),
            otherwise: index_of(otherwise_length),
        };
        Ok(())
    }

    fn clauses(&mut self, clauses: &[(String, Vec<Element>)]) -> Result<()> {
        let at = self.code.len();
        self.code.push(Inst::Space);
        let mut list = Vec::new();
        for (word, elements) in clauses {
            if !grammar::is_word(word) {
                return Err(format!("`{word}` cannot start a clause"));
            }
            let space = self.spacing.before_literal(word);
            let text = self.intern(word, space);
            let conditions = elements.iter().filter_map(|e| self.condition(e).ok()).collect();
            let before = self.code.len();
            let unit = match &elements[..] {
                [element] => self.unit_attribute(element),
                _ => None,
            };
            if let Some(slot) = unit {
                self.bind(word, |c| &mut c.attributes[slot])?;
            } else {
                for element in elements {
                    self.element(element, Place::Normal)?;
                }
            }
            list.push(Clause {
                word: text,
                length: index_of(self.code.len() - before),
                condition: Condition::Any(conditions),
                unit: unit.map(index_of),
            });
        }
        self.lists.push(list.into());
        let length = index_of(self.code.len() - at - 1);
        self.code[at] = Inst::Clauses { list: index_of(self.lists.len() - 1), length };
        Ok(())
    }

    // ---- types ----------------------------------------------------------------------------------------------------------

    /// A value or attribute by its name, where its type is known from the text.
    fn seen(&self, name: &str) -> Option<TypeSource> {
        if let Some(slot) = self.def.attribute_slot(name) {
            return self.attributes[slot].then_some(TypeSource::Attribute(index_of(slot)));
        }
        if let Some(index) = self.def.operand_index(name) {
            return self.operand_types[index].then_some(TypeSource::Operand(index_of(index)));
        }
        let index = self.def.result_index(name)?;
        self.result_types[index].then_some(TypeSource::Result(index_of(index)))
    }

    /// Rules that traits give, by operand and result.
    fn rules_of_traits(&self) -> (Vec<Option<TypeRule>>, Vec<Option<TypeRule>>) {
        let mut operands = vec![None; self.def.operands.len()];
        let mut results = vec![None; self.def.results.len()];
        for trait_ in &self.def.trait_list {
            let mut set = |name: &str, rule: TypeRule| {
                if let Some(index) = self.def.operand_index(name) {
                    operands[index] = Some(rule);
                } else if let Some(index) = self.def.result_index(name) {
                    results[index] = Some(rule);
                }
            };
            match trait_ {
                Trait::AllMatch(MatchKind::Types, names) => {
                    if let Some(source) = names.iter().find_map(|name| self.seen(name)) {
                        for name in names {
                            set(name, TypeRule::Same(source));
                        }
                    }
                }
                Trait::TypesMatchWith { from, to, transform, .. } => {
                    if let Some(source) = self.seen(from) {
                        let rule = match transform {
                            Transform::Same => TypeRule::Same(source),
                            other => TypeRule::Transformed(source, other.clone()),
                        };
                        set(to, rule);
                    }
                }
                Trait::Simple(which @ (SimpleTrait::SameTypeOperands | SimpleTrait::SameOperandsAndResultType)) => {
                    let with_results = *which == SimpleTrait::SameOperandsAndResultType;
                    let operand = self.operand_types.iter().position(|&seen| seen);
                    let result = self.result_types.iter().position(|&seen| seen && with_results);
                    let source = match (operand, result) {
                        (Some(index), _) => TypeSource::Operand(index_of(index)),
                        (None, Some(index)) => TypeSource::Result(index_of(index)),
                        (None, None) => continue,
                    };
                    for (rule, seen) in operands.iter_mut().zip(&self.operand_types) {
                        if !seen {
                            *rule = Some(TypeRule::Same(source));
                        }
                    }
                    for (rule, seen) in results.iter_mut().zip(&self.result_types) {
                        if !seen && with_results {
                            *rule = Some(TypeRule::Same(source));
                        }
                    }
                }
                _ => {}
            }
        }
        (operands, results)
    }

    fn finish(self) -> Result<Program> {
        let (operand_rules, result_rules) = self.rules_of_traits();
        let builder = |constraint: &Constraint| {
            constraint.decl.builder.as_deref().and_then(|text| builder_type(self.context, text))
        };
        let what = |kind: &str, index: usize, name: &str| {
            format!("type of {kind} #{index}, named '{name}', is not buildable and a buildable type cannot be inferred")
        };
        let mut operands = Vec::new();
        for (i, (def, rule)) in self.def.operands.iter().zip(operand_rules).enumerate() {
            if !self.all_operands && !self.operands[i] {
                return Err(format!("operand #{i}, named '{}', not found", def.text));
            }
            operands.push(if self.all_operand_types || self.operand_types[i] {
                TypeRule::Parsed
            } else if let Some(rule) = rule {
                rule
            } else if let (Some(ty), false) = (builder(&def.constraint), self.all_operands && def.is_variable()) {
                TypeRule::Fixed(ty)
            } else {
                return Err(what("operand", i, &def.text));
            });
        }
        let none_written = !self.result_types.contains(&true);
        let inferred =
            self.def.hook_set.infer && !self.def.results.is_empty() && !self.all_result_types && none_written;
        let mut results = Vec::new();
        for (i, (def, rule)) in self.def.results.iter().zip(result_rules).enumerate() {
            results.push(if self.all_result_types || self.result_types[i] || inferred {
                TypeRule::Parsed
            } else if let Some(rule) = rule {
                rule
            } else if let (Some(ty), false) = (builder(&def.constraint), def.is_variable()) {
                TypeRule::Fixed(ty)
            } else {
                return Err(what("result", i, &def.text));
            });
        }
        for (i, region) in self.def.regions.iter().enumerate() {
            if !self.all_regions && !self.regions[i] {
                return Err(format!("region #{i}, named '{}', not found", region.text));
            }
        }
        for (i, successor) in self.def.successors.iter().enumerate() {
            if !self.all_successors && !self.successors[i] {
                return Err(format!("successor #{i}, named '{}', not found", successor.text));
            }
        }
        let mut checked: Vec<TypeSource> = Vec::new();
        for rule in operands.iter().chain(&results) {
            if let TypeRule::Transformed(source @ (TypeSource::Operand(_) | TypeSource::Result(_)), _) = rule
                && !checked.contains(source)
            {
                checked.push(*source);
            }
        }
        let mut elided = self.attributes.clone();
        for (slot, attribute) in self.def.attributes.iter().enumerate() {
            elided[slot] |= if attribute.segments {
                // Where values are written all together their numbers are not known from the text.
                match self.def.operand_segments_slot() == Some(slot) {
                    true => !self.all_operands,
                    false => !self.all_result_types && !inferred,
                }
            } else {
                let inner = |def: &OperandDef| def.inner_segments == Some(slot);
                self.def.operands.iter().enumerate().any(|(i, def)| inner(def) && self.operands[i])
            };
        }
        Ok(Program {
            code: self.code.into(),
            text: self.text.into(),
            forms: self.forms.into(),
            classes: self.classes.into(),
            groups: self.groups.into(),
            lists: self.lists.into(),
            customs: self.customs.into(),
            operands: operands.into(),
            results: results.into(),
            result_types: if inferred {
                ResultTypes::Inferred
            } else if self.all_result_types {
                ResultTypes::Together
            } else {
                ResultTypes::ByRule
            },
            operand_types_together: self.all_operand_types,
            operands_together: self.all_operands,
            regions_together: self.all_regions,
            successors_together: self.all_successors,
            elided: elided.into(),
            has_prop_dict: self.prop_dict,
            single_operands: !self.def.operands.iter().any(OperandDef::is_variable),
            single_results: !self.def.results.iter().any(OperandDef::is_variable),
            checked: checked.into(),
        })
    }
}

/// C++'s name for a class of builtin types, where its class has one that messages use.
pub(super) fn class_name(class: &Class) -> Option<String> {
    Some(match class {
        Class::Type(class) => match class {
            TypeClass::Integer => "builtin.integer",
            TypeClass::Index => "builtin.index",
            TypeClass::None => "builtin.none",
            TypeClass::Complex => "builtin.complex",
            TypeClass::Tuple => "builtin.tuple",
            TypeClass::Function => "builtin.function",
            TypeClass::Vector => "builtin.vector",
            TypeClass::RankedTensor => "builtin.tensor",
            TypeClass::UnrankedTensor => "builtin.unranked_tensor",
            TypeClass::MemRef => "builtin.memref",
            TypeClass::UnrankedMemRef => "builtin.unranked_memref",
            TypeClass::Float | TypeClass::Tensor | TypeClass::BaseMemRef | TypeClass::Shaped => return None,
        }
        .to_string(),
        Class::Defined(name) => name.clone(),
        _ => return None,
    })
}
