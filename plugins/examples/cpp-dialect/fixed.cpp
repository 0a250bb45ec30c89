/* A dialect in C++: fixed-point numbers. Beside it, in rust-dialect, is the same dialect in Rust; both pass the same tests.
 *
 *     c++ -std=c++17 -shared -fPIC -I plugin-abi/include fixed.cpp -o libfixed.so
 *     plugopt in.mlir --load ./libfixed.so --canonicalize
 */
#include "plugopt.hpp"

#include <cmath>

using namespace plugopt;

namespace {

constexpr std::string_view declaration = R"plugdef(
/// Fixed-point arithmetic. Results that do not fit wrap around.
dialect fixed materialize_constant materialize;

/// A number with `int_bits` before and `frac_bits` behind the point, in two's complement.
type q(int_bits: u32, frac_bits: u32) format "`<` $int_bits `,` $frac_bits `>`" summary "fixed-point number" verify check_format;

/// A number. Its value is the integer that it is when the point is left out.
op constant() -> (result: q)
    attrs (value: APIntAttr)
    traits [Pure, ConstantLike]
    verify check_constant fold fold_constant parse parse_constant print print_constant result_names name_constant;

/// The sum of two numbers of one format.
op add(lhs: q, rhs: q) -> (result: q)
    traits [Pure, Commutative, SameOperandsAndResultType]
    format "$lhs `,` $rhs attr-dict `:` qualified(type($result))"
    fold fold_add;

/// The product of two numbers of one format, rounded down.
op mul(lhs: q, rhs: q) -> (result: q)
    traits [Pure, Commutative, SameOperandsAndResultType]
    format "$lhs `,` $rhs attr-dict `:` qualified(type($result))"
    fold fold_mul;

/// The same number in another format, rounded down.
op convert(in: q) -> (out: q)
    traits [Pure]
    format "$in attr-dict `:` qualified(type($in)) `to` qualified(type($out))"
    verify check_convert fold fold_convert;
)plugdef";

/** Products of two numbers fit 64 bits. */
constexpr int64_t max_bits = 32;

/** What the type of a number says. */
struct Format {
  int64_t int_bits;
  int64_t frac_bits;

  static std::optional<Format> of(Type type) {
    Ident definition = type.definition();
    if (!definition || definition.text() != "fixed.q") return std::nullopt;
    // The parameters are unsigned, their attributes signless.
    auto bits = [&](uint32_t index) { return *type.parameter(index).integer() & 0xffffffff; };
    return Format{bits(0), bits(1)};
  }
  int64_t bits() const { return int_bits + frac_bits; }
  Type integer(Session session) const { return session.integer_type(static_cast<uint32_t>(bits()), Signedness::signless); }
  /** What is left of a number in this format. */
  int64_t wrapped(int64_t number) const {
    uint64_t sign = uint64_t{1} << (bits() - 1), mask = (sign << 1) - 1;
    uint64_t low = static_cast<uint64_t>(number) & mask;
    return static_cast<int64_t>((low ^ sign) - sign);
  }
};

/** The integer that a constant is, or none. */
std::optional<int64_t> number(Attribute constant, Format format) {
  std::optional<int64_t> value = constant ? constant.integer() : std::nullopt;
  // i1 is read without its sign.
  return value ? std::optional<int64_t>(format.wrapped(*value)) : std::nullopt;
}

Fold constant(Session session, Format format, int64_t number) {
  return Fold(session.integer_attr_of(format.integer(session), format.wrapped(number)));
}

/** Rounds down. */
int64_t shift_right(int64_t number, int64_t bits) { return bits > 0 ? number >> bits : static_cast<int64_t>(static_cast<uint64_t>(number) << -bits); }

void check_format(Session, const std::vector<Attribute> &parameters) {
  int64_t int_bits = *parameters[0].integer() & 0xffffffff, frac_bits = *parameters[1].integer() & 0xffffffff;
  if (int_bits < 1) throw Error("a number has at least one bit before the point, for its sign");
  if (int_bits + frac_bits > max_bits)
    throw Error("a number has at most " + std::to_string(max_bits) + " bits, not " + std::to_string(int_bits + frac_bits));
}

Op materialize(const Builder &builder, Attribute value, Type type) {
  if (!Format::of(type) || value.kind() != AttributeKind::integer) return Op();
  return builder.op("fixed.constant").attribute("value", value).result(type).build();
}

void check_constant(Op op) {
  Format format = *Format::of(op.result(0).type());
  if (op.attribute("value").type() != format.integer(op.session()))
    throw Error("value must have " + std::to_string(format.bits()) + " bits, as the type of the result has");
}

Fold fold_constant(Op op, const std::vector<Attribute> &) { return Fold(op.attribute("value")); }

void parse_constant(Parser &parser, OpState &state) {
  Location location = parser.current_location();
  PlugoptBits128 bits = parser.parse_float(FloatKind::f64);
  double real;
  static_assert(sizeof real == sizeof bits.low);
  std::memcpy(&real, &bits.low, sizeof real);
  state.add_attributes(parser.parse_optional_attr_dict());
  Type type = parser.parse_colon_type();
  std::optional<Format> format = Format::of(type);
  if (!format) throw parser.emit_error(location, "expected a fixed-point type, but got " + type.to_text());
  double scaled = std::nearbyint(std::ldexp(real, static_cast<int>(format->frac_bits)));
  double limit = std::ldexp(1.0, static_cast<int>(format->bits() - 1));
  if (!(scaled >= -limit && scaled < limit)) throw parser.emit_error(location, "the number does not fit " + type.to_text());
  Session session = parser.session();
  state.set_attribute("value", session.integer_attr_of(format->integer(session), static_cast<int64_t>(scaled)));
  state.add_result_type(type);
}

void print_constant(Op op, Printer &printer) {
  Type type = op.result(0).type();
  Format format = *Format::of(type);
  double real = std::ldexp(static_cast<double>(*number(op.attribute("value"), format)), -static_cast<int>(format.frac_bits));
  PlugoptBits128 bits{};
  std::memcpy(&bits.low, &real, sizeof real);
  printer.print_text(" ");
  printer.print_float(FloatKind::f64, bits);
  printer.print_op_attr_dict(op, {"value"});
  printer.print_text(" : ");
  printer.print_type(type);
}

void name_constant(Op op, AsmNames &names) { names.set_value_name(op.result(0), "fix"); }

Fold fold_add(Op op, const std::vector<Attribute> &operands) {
  Format format = *Format::of(op.result(0).type());
  std::optional<int64_t> lhs = number(operands[0], format), rhs = number(operands[1], format);
  if (rhs == 0) return Fold(op.operand(0));
  if (!lhs || !rhs) return Fold::none();
  return constant(op.session(), format, *lhs + *rhs);
}

Fold fold_mul(Op op, const std::vector<Attribute> &operands) {
  Format format = *Format::of(op.result(0).type());
  std::optional<int64_t> lhs = number(operands[0], format), rhs = number(operands[1], format);
  if (rhs == 0) return Fold(operands[1]);
  // One has a form in the format if there is a bit for it beside the sign.
  if (format.int_bits > 1 && rhs == int64_t{1} << format.frac_bits) return Fold(op.operand(0));
  if (!lhs || !rhs) return Fold::none();
  return constant(op.session(), format, shift_right(*lhs * *rhs, format.frac_bits));
}

void check_convert(Op op) {
  if (op.operand(0).type() == op.result(0).type()) throw Error("converts between two formats, but has one");
}

Fold fold_convert(Op op, const std::vector<Attribute> &operands) {
  Format from = *Format::of(op.operand(0).type()), to = *Format::of(op.result(0).type());
  std::optional<int64_t> in = number(operands[0], from);
  if (!in) return Fold::none();
  return constant(op.session(), to, shift_right(*in, from.frac_bits - to.frac_bits));
}

struct Fixed {
  static constexpr std::string_view name = "fixed";
  static constexpr std::string_view declaration = ::declaration;
  static std::vector<PlugoptHook> hooks() {
    return {
        hook::verify_type<check_format>("check_format"),
        hook::materialize_constant<materialize>("materialize"),
        hook::verify<check_constant>("check_constant"),
        hook::fold<fold_constant>("fold_constant"),
        hook::parse<parse_constant>("parse_constant"),
        hook::print<print_constant>("print_constant"),
        hook::result_names<name_constant>("name_constant"),
        hook::fold<fold_add>("fold_add"),
        hook::fold<fold_mul>("fold_mul"),
        hook::verify<check_convert>("check_convert"),
        hook::fold<fold_convert>("fold_convert"),
    };
  }
};

} // namespace

PLUGOPT_PLUGIN("fixed", "0.1.0", "Fixed-point arithmetic, in C++", Dialects<Fixed>)
