/* What the benchmark of the ABI runs in a plugin: walks that read the name, the operands and one attribute of every operation, and calls
 * that do nothing else. Each pass adds what it saw to a statistic, which the benchmark compares. */
#include "plugopt.h"

#include <stdlib.h>

PLUGOPT_MANIFEST("name = 'abi-bench'\n"
                 "version = '0.1.0'\n"
                 PLUGOPT_NEEDS_CORE
                 PLUGOPT_NEEDS_IR_READ
                 PLUGOPT_NEEDS_IR_BUILD
                 "[[pass]]\n"
                 "name = 'abi-bench'\n"
                 "summary = 'Calls the host'\n"
                 "[[pass.option]]\n"
                 "name = 'what'\n"
                 "type = 'enum'\n"
                 "values = ['nothing', 'check', 'operands', 'batch', 'single']\n"
                 "[[pass.option]]\n"
                 "name = 'times'\n"
                 "type = 'int'\n")

static const PlugoptCoreTable *core;
static const PlugoptIrReadTable *read;
static const PlugoptIrBuildTable *build;

typedef struct Instance {
  char what[16];
  int64_t times;
} Instance;

static PlugoptStatus create(void *data, PlugoptSession *session, const PlugoptPassOption *options, size_t count, void **out) {
  Instance *instance = calloc(1, sizeof *instance);
  (void)data;
  if (!instance || count != 2 || options[0].text.length >= sizeof instance->what) {
    core->set_error(session, plugopt_str("expected two options"));
    free(instance);
    return PLUGOPT_STATUS_INVALID_ARGUMENT;
  }
  memcpy(instance->what, options[0].text.pointer, options[0].text.length);
  instance->times = options[1].integer;
  *out = instance;
  return PLUGOPT_STATUS_OK;
}

#define TRY(call)                                    \
  do {                                               \
    PlugoptStatus status_ = (call);                  \
    if (status_ != PLUGOPT_STATUS_OK) return status_; \
  } while (0)

/* What a walk saw of an operation. */
static uint64_t digest(PlugoptOpName name, const PlugoptValue *operands, size_t count, PlugoptAttribute attribute) {
  uint64_t sum = name.id + attribute.id;
  for (size_t i = 0; i < count; ++i) sum += operands[i].index + 1;
  return sum;
}

static PlugoptStatus batch(PlugoptSession *session, PlugoptOp root, PlugoptIdent kind, uint64_t *sum) {
  enum { OPS = 64, OPERANDS = 256 };
  PlugoptWalkCursor cursor;
  PlugoptOpSummary summaries[OPS];
  PlugoptOp ops[OPS];
  PlugoptAttribute attributes[OPS];
  PlugoptValue operands[OPERANDS];
  size_t found, count;
  memset(&cursor, 0, sizeof cursor);
  for (;;) {
    const PlugoptValue *next = operands;
    TRY(read->op_walk(session, root, PLUGOPT_WALK_ORDER_PRE, &cursor, summaries, OPS, &found));
    if (found == 0) return PLUGOPT_STATUS_OK;
    for (size_t i = 0; i < found; ++i) ops[i] = summaries[i].op;
    TRY(read->ops_operands(session, ops, found, operands, OPERANDS, &count));
    if (count > OPERANDS) return PLUGOPT_STATUS_UNSUPPORTED;
    TRY(read->ops_attribute(session, ops, found, kind, attributes, OPS, &count));
    for (size_t i = 0; i < found; ++i) {
      *sum += digest(summaries[i].name, next, summaries[i].operand_count, attributes[i]);
      next += summaries[i].operand_count;
    }
  }
}

/* Each thing by a call of its own; regions and blocks too. */
static PlugoptStatus single(PlugoptSession *session, PlugoptOp op, PlugoptIdent kind, uint64_t *sum) {
  PlugoptOpName name;
  PlugoptAttribute attribute;
  uint32_t count, regions;
  TRY(read->op_name(session, op, &name));
  TRY(read->op_operand_count(session, op, &count));
  TRY(read->op_attribute_by_ident(session, op, kind, &attribute));
  *sum += digest(name, NULL, 0, attribute);
  for (uint32_t i = 0; i < count; ++i) {
    PlugoptValue operand;
    TRY(read->op_operand(session, op, i, &operand));
    *sum += operand.index + 1;
  }
  TRY(read->op_region_count(session, op, &regions));
  for (uint32_t i = 0; i < regions; ++i) {
    PlugoptRegion region;
    PlugoptBlock block;
    TRY(read->op_region(session, op, i, &region));
    TRY(read->region_first_block(session, region, &block));
    while (block.context) {
      PlugoptOp inner;
      TRY(read->block_first_op(session, block, &inner));
      while (inner.context) {
        TRY(single(session, inner, kind, sum));
        TRY(read->op_next(session, inner, &inner));
      }
      TRY(read->block_next(session, block, &block));
    }
  }
  return PLUGOPT_STATUS_OK;
}

/* The last operation of the first operation's block. */
static PlugoptStatus last(PlugoptSession *session, PlugoptOp root, PlugoptOp *op) {
  PlugoptWalkCursor cursor;
  PlugoptOpSummary first[3];
  PlugoptBlock block;
  size_t found;
  memset(&cursor, 0, sizeof cursor);
  TRY(read->op_walk(session, root, PLUGOPT_WALK_ORDER_PRE, &cursor, first, 3, &found));
  TRY(read->op_parent_block(session, first[found - 1].op, &block));
  return read->block_last_op(session, block, op);
}

static PlugoptStatus run(void *data, PlugoptSession *session, void *pointer, PlugoptPassContext *context, PlugoptOp root) {
  const Instance *instance = pointer;
  PlugoptIdent kind;
  PlugoptOp op;
  PlugoptAttribute result;
  PlugoptType i64;
  uint64_t sum = 0;
  (void)data;
  (void)context;
  TRY(core->ident(session, plugopt_str("kind"), &kind));
  TRY(last(session, root, &op));
  if (!strcmp(instance->what, "batch")) {
    TRY(batch(session, root, kind, &sum));
  } else if (!strcmp(instance->what, "single")) {
    TRY(single(session, root, kind, &sum));
  } else if (!strcmp(instance->what, "check")) {
    for (int64_t i = 0; i < instance->times; ++i) {
      uint32_t count;
      TRY(read->op_operand_count(session, op, &count));
      sum += count;
    }
  } else if (!strcmp(instance->what, "operands")) {
    for (int64_t i = 0; i < instance->times; ++i) {
      PlugoptValue operands[8];
      size_t count;
      TRY(read->op_operands(session, op, operands, 8, &count));
      sum += count;
    }
  }
  TRY(build->type_integer(session, 64, PLUGOPT_SIGNEDNESS_SIGNLESS, &i64));
  TRY(build->attribute_integer(session, i64, (int64_t)sum, &result));
  return build->op_set_attribute(session, root, plugopt_str("bench.sum"), result);
}

PLUGOPT_EXPORT PlugoptStatus plugopt_plugin_entry(const PlugoptHost *host, const PlugoptPlugin **plugin) {
  static PlugoptPass pass;
  static PlugoptPlugin self;
  core = host->get_table(host, plugopt_str(PLUGOPT_CORE), PLUGOPT_CORE_HASH);
  read = host->get_table(host, plugopt_str(PLUGOPT_IR_READ), PLUGOPT_IR_READ_HASH);
  build = host->get_table(host, plugopt_str(PLUGOPT_IR_BUILD), PLUGOPT_IR_BUILD_HASH);
  if (!core || !read || !build) return PLUGOPT_STATUS_UNSUPPORTED;
  pass.name = plugopt_str("abi-bench");
  pass.create = create;
  pass.run = run;
  pass.destroy = free;
  self.size = sizeof self;
  self.abi_version = PLUGOPT_ABI_VERSION;
  self.name = plugopt_str("abi-bench");
  self.version = plugopt_str("0.1.0");
  self.passes = &pass;
  self.pass_count = 1;
  *plugin = &self;
  return PLUGOPT_STATUS_OK;
}
