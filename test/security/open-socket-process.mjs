// Tries what the guard must see: a request to a port of this machine, and a look-up of a name.
await fetch('http://127.0.0.1:65001/').catch(() => undefined)
await fetch('http://recollect.invalid/').catch(() => undefined)
