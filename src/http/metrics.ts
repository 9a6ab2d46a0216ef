import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { StoreSize } from '../items/store-size.js'
import type { EndedExchange } from './exchange.js'

/** What a server counts, for Prometheus. No label holds anything that a user wrote. */
export interface Metrics {
  readonly contentType: string
  observe(exchange: EndedExchange): void
  text(): Promise<string>
}

/** What is asked for whenever the numbers are read. */
export interface Gauges {
  readonly running: () => number
  readonly streams: () => number
  /** Of the store; undefined where it cannot be told now. */
  readonly store: () => Promise<StoreSize | undefined>
}

export function createMetrics(gauges: Gauges): Metrics {
  const registry = new Registry()
  const requests = new Counter({
    name: 'recollect_http_requests_total',
    help: 'Requests that were answered, or whose caller left (status 499).',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'recollect_http_request_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['route'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
    registers: [registry],
  })
  gauge(registry, 'recollect_http_requests_running', 'Requests that are worked on.', gauges.running)
  gauge(registry, 'recollect_http_streams', 'Answers that go on while somebody listens.', gauges.streams)
  const store = new Map(
    storeGauges.map(([name, what, help]) => [what, new Gauge({ name, help, registers: [registry] })]),
  )
  /** Made when there is a pool: a file has none, and a gauge of nothing would say 0. */
  let pooled: Gauge<'state'> | undefined
  const pool = () => {
    pooled ??= new Gauge({
      name: 'recollect_store_connections',
      help: 'Connections of this process to the server of its store: size, lent, idle; and calls waiting for one.',
      labelNames: ['state'],
      registers: [registry],
    })
    return pooled
  }
  ofProcess()
  return {
    contentType: registry.contentType,
    observe: ({ method, route, status, ms }) => {
      requests.inc({ method, route, status })
      seconds.observe({ route }, ms / 1_000)
    },
    text: async () => {
      const size = await gauges.store()
      if (size !== undefined) for (const [what, one] of store) one.set(size[what])
      if (size?.pool != null) for (const what of poolStates) pool().set({ state: what }, size.pool[what])
      return `${await registry.metrics()}\n${await ofProcess().metrics()}`
    },
  }
}

const storeGauges = [
  ['recollect_store_bytes', 'bytes', 'Size of the store.'],
  ['recollect_store_wal_bytes', 'walBytes', 'Size of its write-ahead log.'],
  ['recollect_items', 'items', 'Items of all banks.'],
  ['recollect_banks', 'banks', 'Banks: of users, workers, workspaces and documents.'],
] as const satisfies readonly (readonly [string, Exclude<keyof StoreSize, 'pool'>, string])[]

const poolStates = ['size', 'lent', 'idle', 'waiting'] as const

/** Memory, delay of the event loop, collections, as every program on Node tells them: watched once, however many serve. */
function ofProcess(): Registry {
  if (watched === undefined) {
    watched = new Registry()
    collectDefaultMetrics({ register: watched })
  }
  return watched
}

let watched: Registry | undefined

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}
