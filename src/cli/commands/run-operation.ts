import type { z } from 'zod'
import type { CallOptions, Memory } from '../../engine.js'
import type { OperationName, Operations } from '../../operations/table.js'
import type { CommandCall, ExitCode } from '../command.js'
import { meterOf } from '../progress-meter.js'

/** Calls one operation and shows its answer: as JSON where that is asked for, else as `render` writes it. */
export async function runOperation<N extends OperationName>(
  call: CommandCall,
  name: N,
  render: (output: z.output<Operations[N]['output']>) => string,
  exitCode: (output: z.output<Operations[N]['output']>) => ExitCode = () => 0,
): Promise<ExitCode> {
  const { input } = call
  const { memory } = await call.open()
  const method = memory[name] as Memory[OperationName] as (
    input: unknown,
    options: CallOptions,
  ) => Promise<z.output<Operations[N]['output']>>
  const meter = meterOf(call, name)
  const output = await method(input, { progress: (reading) => meter.show(reading) }).finally(meter.clear)
  show(call, output, render)
  return exitCode(output)
}

/** Writes a result to where results go. */
export function show<T>({ terminal, flags }: CommandCall, output: T, render: (output: T) => string): void {
  const text = flags.json ? JSON.stringify(output, null, 2) : render(output)
  if (text !== '') terminal.out(text)
}
