/**
 * What our statements and the reading of their answers rely on, in each transaction: an administrator may have set it
 * otherwise for the role or the database, and a pooler keeps no session in which it could be said once.
 */
export const ownSettings = [
  // The client takes any other for bytes, and they come out wrong without an error.
  'set local bytea_output = hex',
  'set local standard_conforming_strings = on',
  // Off, a statement that the wall would hold is refused instead.
  'set local row_security = on',
  'set local extra_float_digits = 1',
  'set local transform_null_equals = off',
].join('; ')
