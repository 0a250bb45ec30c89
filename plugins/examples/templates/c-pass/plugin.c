/* The plugin @NAME@: a pass in C, against the header alone.
 *
 *     make
 *     plugopt in.mlir --load @IDENT@.so -p 'builtin.module(func.func(@NAME@{attribute=size}))'
 */
#include <stdlib.h>

#include "plugopt.h"

PLUGOPT_MANIFEST("name = '@NAME@'\n"
                 "version = '0.1.0'\n"
                 "description = 'A pass in C'\n"
                 PLUGOPT_NEEDS_CORE
                 PLUGOPT_NEEDS_IR_READ
                 PLUGOPT_NEEDS_IR_BUILD
                 "[[pass]]\n"
                 "name = '@NAME@'\n"
                 "summary = 'Writes the number of operations of a function into an attribute'\n"
                 "anchor = 'func.func'\n"
                 "[[pass.option]]\n"
                 "name = 'attribute'\n"
                 "type = 'string'\n"
                 "default = 'op_count'\n"
                 "help = 'name of the attribute'\n")

static const PlugoptCoreTable *core;
static const PlugoptIrReadTable *read_table;
static const PlugoptIrBuildTable *build_table;

/* An instance: the name of the attribute, with a zero at its end. */
static PlugoptStatus create(void *data, PlugoptSession *session, const PlugoptPassOption *options, size_t count, void **instance) {
  (void)data;
  if (count != 1) {
    core->set_error(session, plugopt_str("expected the option `attribute`"));
    return PLUGOPT_STATUS_INVALID_ARGUMENT;
  }
  if (options[0].text.length == 0) {
    core->set_error(session, plugopt_str("the option `attribute` is empty, expected a name"));
    return PLUGOPT_STATUS_INVALID_ARGUMENT;
  }
  char *name = malloc(options[0].text.length + 1);
  if (!name) {
    core->set_error(session, plugopt_str("out of memory"));
    return PLUGOPT_STATUS_FAILURE;
  }
  memcpy(name, options[0].text.pointer, options[0].text.length);
  name[options[0].text.length] = 0;
  *instance = name;
  return PLUGOPT_STATUS_OK;
}

static PlugoptStatus run(void *data, PlugoptSession *session, void *instance, PlugoptPassContext *context, PlugoptOp function) {
  (void)data;
  (void)context;
  PlugoptWalkCursor cursor;
  PlugoptOpSummary ops[64];
  size_t found;
  int64_t total = 0;
  PlugoptStatus status;
  memset(&cursor, 0, sizeof cursor);
  do {
    status = read_table->op_walk(session, function, PLUGOPT_WALK_ORDER_PRE, &cursor, ops, 64, &found);
    if (status != PLUGOPT_STATUS_OK) return status;
    total += (int64_t)found;
  } while (found > 0);
  PlugoptType i64;
  PlugoptAttribute count;
  status = build_table->type_integer(session, 64, PLUGOPT_SIGNEDNESS_SIGNLESS, &i64);
  if (status != PLUGOPT_STATUS_OK) return status;
  /* The function itself is not counted. */
  status = build_table->attribute_integer(session, i64, total - 1, &count);
  if (status != PLUGOPT_STATUS_OK) return status;
  return build_table->op_set_attribute(session, function, plugopt_str(instance), count);
}

static PlugoptPass passes[1];
static PlugoptPlugin self;

PLUGOPT_EXPORT PlugoptStatus plugopt_plugin_entry(const PlugoptHost *host, const PlugoptPlugin **plugin) {
  core = host->get_table(host, plugopt_str(PLUGOPT_CORE), PLUGOPT_CORE_HASH);
  read_table = host->get_table(host, plugopt_str(PLUGOPT_IR_READ), PLUGOPT_IR_READ_HASH);
  build_table = host->get_table(host, plugopt_str(PLUGOPT_IR_BUILD), PLUGOPT_IR_BUILD_HASH);
  if (!core || !read_table || !build_table) {
    host->set_error(host, plugopt_str("the host lacks a table"));
    return PLUGOPT_STATUS_UNSUPPORTED;
  }
  passes[0].name = plugopt_str("@NAME@");
  passes[0].create = create;
  passes[0].run = run;
  passes[0].destroy = free;
  self.size = sizeof self;
  self.abi_version = PLUGOPT_ABI_VERSION;
  self.name = plugopt_str("@NAME@");
  self.version = plugopt_str("0.1.0");
  self.passes = passes;
  self.pass_count = 1;
  *plugin = &self;
  return PLUGOPT_STATUS_OK;
}
