/* The plugin @NAME@: the dialect @IDENT@ in C++, against the headers alone.
 *
 *     make
 *     plugopt in.mlir --load @IDENT@.so --canonicalize
 */
#include "plugopt.hpp"

using namespace plugopt;

namespace {

void check_length(Session, const std::vector<Attribute> &parameters) {
  if (parameters[0].integer().value_or(0) == 0) throw Error("a unit is longer than nothing");
}

/** Nothing is converted to its own unit. */
Fold fold_convert(Op op, const std::vector<Attribute> &) {
  if (op.operand(0).type() == op.result(0).type()) return Fold(op.operand(0));
  return Fold::none();
}

struct Dialect {
  static constexpr std::string_view name = "@IDENT@";
  static constexpr std::string_view declaration = R"declaration(
/// Lengths with a unit.
dialect @IDENT@;

/// A length in units of so many millimetres.
type length(millimetres: u32) format "`<` $millimetres `>`" summary "length" verify check_length;

/// The sum of two lengths of one unit.
op add(lhs: length, rhs: length) -> (result: length)
    traits [Pure, Commutative, SameOperandsAndResultType]
    format "$lhs `,` $rhs attr-dict `:` qualified(type($result))";

/// The same length in another unit.
op convert(in: length) -> (out: length)
    traits [Pure]
    format "$in attr-dict `:` qualified(type($in)) `to` qualified(type($out))"
    fold fold_convert;
)declaration";
  static std::vector<PlugoptHook> hooks() {
    return {
        hook::verify_type<check_length>("check_length"),
        hook::fold<fold_convert>("fold_convert"),
    };
  }
};

} // namespace

PLUGOPT_PLUGIN("@NAME@", "0.1.0", "The dialect @IDENT@", Dialects<Dialect>)
