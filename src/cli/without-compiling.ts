import { config } from 'zod'

// Read when a schema is made, so this stands before them all. A command checks each of its values once: compiling the
// schemas first, as a server would, costs more than it saves, 60 to 120 ms of every start.
config({ jitless: true })
