/* A pass in C++: multiplications by powers of two become shifts, which cost less.
 *
 *     c++ -std=c++17 -shared -fPIC -I plugin-abi/include strength_reduce.cpp -o libstrength_reduce.so
 *     plugopt in.mlir --load ./libstrength_reduce.so -p 'builtin.module(func.func(strength-reduce{max-shift=8}))'
 */
#include "plugopt.hpp"

#include <stdexcept>

using namespace plugopt;

namespace {

enum class Report { none, remark, warning };

/** The power of two that a positive number is, if it is one. */
std::optional<int64_t> exact_log2(int64_t number) {
  if (number <= 0 || (number & (number - 1)) != 0) return std::nullopt;
  int64_t log = 0;
  while (number >>= 1) ++log;
  return log;
}

struct StrengthReduce : Pass {
  uint32_t max_shift = 0;
  std::vector<int64_t> widths;
  Report report = Report::none;

  static constexpr PassInfo info{"strength-reduce", "Replaces multiplications by powers of two with shifts", "func.func", "arith"};
  static constexpr auto options = std::make_tuple(
      option("max-shift", &StrengthReduce::max_shift, "31", "largest shift to emit"),
      option("widths", &StrengthReduce::widths, "", "widths of the integers to change, all where there are none"),
      option("report", &StrengthReduce::report, "none", "what to say of each", "none, remark, warning"));
  static constexpr std::array<Statistic, 1> statistics{{{"replaced", "multiplications replaced"}}};

  bool wants(Type type) const {
    if (type.kind() != TypeKind::integer) return false;
    if (widths.empty()) return true;
    for (int64_t width : widths)
      if (width == type.width()) return true;
    return false;
  }

  void run(Op function, PassContext &context) {
    for (Op op : function.ops()) {
      if (!op.is("arith.muli") || !wants(op.result(0).type())) continue;
      Attribute factor = op.operand(1).constant();
      std::optional<int64_t> number = factor ? factor.integer() : std::nullopt;
      std::optional<int64_t> shift = number ? exact_log2(*number) : std::nullopt;
      if (!shift || *shift > max_shift) continue;
      Type type = op.result(0).type();
      Builder builder = Builder::before(op);
      Value amount =
          builder.op("arith.constant").attribute("value", op.session().integer_attr_of(type, *shift)).result(type).build_value();
      Value shifted = builder.op("arith.shli").operands({op.operand(0), amount}).result(type).build_value();
      if (report != Report::none)
        op.emit(report == Report::remark ? Severity::remark : Severity::warning, "becomes a shift by " + std::to_string(*shift));
      op.replace({shifted});
      context.add_statistic("replaced", 1);
    }
  }
};

/** For those who look at what a mistake in a plugin does: it throws what is no error of the SDK. */
struct ThrowSomething : Pass {
  static constexpr PassInfo info{"throw-something", "Throws an exception", "func.func"};
  void run(Op function, PassContext &) { throw std::out_of_range(std::string(function.name().text()) + " is too far"); }
};

} // namespace

PLUGOPT_PLUGIN("cpp-pass", "0.1.0", "Passes in C++", Passes<StrengthReduce, ThrowSomething>)
