declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class S3rver {
    constructor(options: Readonly<Record<string, unknown>>)
    readonly middleware: Middleware[]
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>
      getMetadata(bucket: string, key: string): Promise<{ readonly etag: string }>
    }
    run(): Promise<AddressInfo | string | null>
    close(): Promise<void>
  }

  export interface Context {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string | undefined>>
    status: number
    type: string
    body: string
  }

  export type Middleware = (context: Context, next: () => Promise<unknown>) => Promise<unknown>
}
