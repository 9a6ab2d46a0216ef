import type { CommandCall, ExitCode } from '../command.js'
import { bashCompletion } from '../completion/bash-completion.js'
import { type CompletionModel, completionModel } from '../completion/completion-model.js'
import { fishCompletion } from '../completion/fish-completion.js'
import { zshCompletion } from '../completion/zsh-completion.js'
import { show } from './run-operation.js'

type Shell = 'bash' | 'zsh' | 'fish'

/** Prints the script that lets a shell complete commands, flags and files. */
export async function runCompletion(call: CommandCall): Promise<ExitCode> {
  const shell = call.input['shell'] as Shell
  const script = writers[shell](completionModel(call.commands))
  show(call, { shell, script }, () => script.trimEnd())
  return 0
}

const writers: Readonly<Record<Shell, (model: CompletionModel) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}
