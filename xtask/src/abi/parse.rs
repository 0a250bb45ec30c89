//! Reads the language of the specification.

use super::{Field, Form, Function, Item, Kind, Table, Ty};

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Word(String),
    Text(String),
    Doc(String),
    Heading(String),
    Sign(char),
    Arrow,
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
}

fn tokens(text: &str) -> Result<Vec<(usize, Token)>> {
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let mut rest = line.trim();
        while !rest.is_empty() {
            if let Some(doc) = rest.strip_prefix("///") {
                out.push((number, Token::Doc(doc.trim().to_string())));
                break;
            }
            if let Some(heading) = rest.strip_prefix("//") {
                out.push((number, Token::Heading(heading.trim().trim_end_matches('.').to_string())));
                break;
            }
            if let Some(after) = rest.strip_prefix("->") {
                out.push((number, Token::Arrow));
                rest = after.trim_start();
                continue;
            }
            if let Some(after) = rest.strip_prefix('"') {
                let end = after.find('"').ok_or(format!("{number}: the string has no end"))?;
                out.push((number, Token::Text(after[..end].to_string())));
                rest = after[end + 1..].trim_start();
                continue;
            }
            let word = rest.find(|c: char| !(c.is_alphanumeric() || "_./".contains(c))).unwrap_or(rest.len());
            if word > 0 {
                out.push((number, Token::Word(rest[..word].to_string())));
                rest = rest[word..].trim_start();
                continue;
            }
            let sign = rest.chars().next().unwrap_or(' ');
            out.push((number, Token::Sign(sign)));
            rest = rest[sign.len_utf8()..].trim_start();
        }
    }
    Ok(out)
}

type Result<T> = std::result::Result<T, String>;

impl Parser {
    fn error<T>(&self, message: &str) -> Result<T> {
        let line = self.tokens.get(self.at).or(self.tokens.last()).map_or(0, |t| t.0);
        Err(format!("{line}: {message}"))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.1)
    }

    fn sign(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: char) -> Result<()> {
        if self.sign(sign) { Ok(()) } else { self.error(&format!("expected `{sign}`")) }
    }

    fn word(&mut self) -> Result<String> {
        match self.peek() {
            Some(Token::Word(word)) => {
                let word = word.clone();
                self.at += 1;
                Ok(word)
            }
            _ => self.error("expected a word"),
        }
    }

    fn keyword(&mut self, keyword: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(word)) if word == keyword);
        self.at += usize::from(found);
        found
    }

    fn number(&mut self) -> Result<u32> {
        let word = self.word()?;
        word.parse().or_else(|_| self.error("expected a number"))
    }

    /// Documentation, and the last heading in front of it.
    fn doc(&mut self) -> (String, Option<String>) {
        let (mut doc, mut heading) = (String::new(), None);
        loop {
            match self.peek() {
                Some(Token::Doc(line)) => {
                    if !doc.is_empty() {
                        doc.push(' ');
                    }
                    doc.push_str(line);
                }
                Some(Token::Heading(text)) => heading = Some(text.clone()),
                _ => return (doc, heading),
            }
            self.at += 1;
        }
    }

    fn ty(&mut self) -> Result<Ty> {
        if self.sign('[') {
            let mut ty = self.ty()?;
            ty.form = Form::Slice;
            self.expect(']')?;
            return Ok(ty);
        }
        for (keyword, form) in [
            ("list", Form::List),
            ("fill", Form::Fill),
            ("mut", Form::Mut),
            ("ptr", Form::Pointer),
            ("mut_ptr", Form::MutPointer),
        ] {
            let saved = self.at;
            if self.keyword(keyword) {
                if let Some(Token::Word(_)) = self.peek() {
                    let mut ty = self.ty()?;
                    ty.form = form;
                    return Ok(ty);
                }
                self.at = saved;
            }
        }
        let base = self.word()?;
        Ok(Ty { base, form: Form::Plain, optional: self.sign('?') })
    }

    fn fields(&mut self, end: char) -> Result<Vec<Field>> {
        let mut out = Vec::new();
        loop {
            let (doc, _) = self.doc();
            if self.sign(end) {
                return Ok(out);
            }
            let name = self.word()?;
            self.expect(':')?;
            out.push(Field { doc, name, ty: self.ty()? });
            if !self.sign(',') {
                self.doc();
                self.expect(end)?;
                return Ok(out);
            }
        }
    }

    fn function(&mut self, doc: String) -> Result<Function> {
        let mut f = Function { doc, name: self.word()?, ..Function::default() };
        self.expect('(')?;
        f.params = self.fields(')')?;
        if self.peek() == Some(&Token::Arrow) {
            self.at += 1;
            self.expect('(')?;
            f.results = self.fields(')')?;
        }
        loop {
            if self.sign(';') {
                return Ok(f);
            }
            match self.word()?.as_str() {
                "fails" => f.fails = true,
                "raw" => f.raw = true,
                "as" => f.rename = Some(self.word()?),
                "thread" => {
                    self.expect('(')?;
                    f.any_thread = self.word()? == "any";
                    self.expect(')')?;
                }
                "errors" => {
                    self.expect('(')?;
                    loop {
                        f.errors.push(self.word()?);
                        if !self.sign(',') {
                            break;
                        }
                    }
                    self.expect(')')?;
                }
                "owns" => match self.peek() {
                    Some(Token::Text(text)) => {
                        f.owns = Some(text.clone());
                        self.at += 1;
                    }
                    _ => return self.error("expected a string"),
                },
                _ => return self.error("expected a property of the function, or `;`"),
            }
        }
    }

    fn table(&mut self, doc: String) -> Result<Table> {
        let name = self.word()?;
        let Some(short) = name.strip_prefix("plugopt.").and_then(|n| n.split('/').next()).map(|n| n.replace('.', "_"))
        else {
            return Ok(Table { doc, short: name.clone(), functions: self.functions()?, name, hash: 0 });
        };
        Ok(Table { doc, name, short, functions: self.functions()?, hash: 0 })
    }

    fn functions(&mut self) -> Result<Vec<Function>> {
        self.expect('{')?;
        let mut out = Vec::new();
        loop {
            let (doc, section) = self.doc();
            if self.sign('}') {
                return Ok(out);
            }
            if !self.keyword("fn") {
                return self.error("expected `fn`");
            }
            out.push(Function { section, ..self.function(doc)? });
        }
    }

    fn enum_values(&mut self) -> Result<Vec<(String, String, u32)>> {
        self.expect('{')?;
        let mut out = Vec::new();
        loop {
            let (doc, _) = self.doc();
            if self.sign('}') {
                return Ok(out);
            }
            let name = self.word()?;
            self.expect('=')?;
            out.push((name, doc, self.number()?));
            if !self.sign(',') {
                self.expect('}')?;
                return Ok(out);
            }
        }
    }
}

pub(super) fn parse(text: &str) -> Result<(Vec<Item>, Vec<Table>)> {
    let mut p = Parser { tokens: tokens(text)?, at: 0 };
    let (mut items, mut tables) = (Vec::new(), Vec::new());
    loop {
        let (doc, _) = p.doc();
        if p.peek().is_none() {
            return Ok((items, tables));
        }
        let keyword = p.word()?;
        let (name, kind) = match keyword.as_str() {
            "table" => {
                tables.push(p.table(doc)?);
                continue;
            }
            "callback" => {
                let f = p.function(doc.clone())?;
                (f.name.clone(), Kind::Callback(f))
            }
            "function" => {
                let mut f = Function { doc: doc.clone(), name: p.word()?, ..Function::default() };
                p.expect('(')?;
                f.params = p.fields(')')?;
                let mut result = String::new();
                if p.peek() == Some(&Token::Arrow) {
                    p.at += 1;
                    let ty = p.ty()?;
                    result = if ty.form == Form::Pointer { "const".into() } else { ty.base };
                }
                p.expect(';')?;
                (f.name.clone(), Kind::Function(f, result))
            }
            "handle" => {
                let name = p.word()?;
                let size = p.number()?;
                p.expect(';')?;
                (name, Kind::Handle(size))
            }
            "opaque" => {
                let name = p.word()?;
                p.expect(';')?;
                (name, Kind::Opaque)
            }
            "enum" => (p.word()?, Kind::Enum(p.enum_values()?)),
            "struct" => {
                let name = p.word()?;
                p.expect('{')?;
                (name, Kind::Struct(p.fields('}')?))
            }
            _ => return p.error("expected a declaration"),
        };
        items.push(Item { doc, name, kind });
    }
}
