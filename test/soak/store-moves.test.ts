// With all kills and all schemas: they look at RECOLLECT_SOAK.
import '../move/kill.test.js'
import '../store/upgrade-postgres.test.js'
