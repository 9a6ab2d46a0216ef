/** A tool that the model may call. */
export interface PromptTool {
  readonly name: string
  readonly description: string
  /** JSON schema of its arguments. */
  readonly schema: unknown
}
