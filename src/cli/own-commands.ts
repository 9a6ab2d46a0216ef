import { flag } from './arguments/flag.js'
import { mcpClients } from './client-config.js'
import type { Command, CommandCall, ExitCode } from './command.js'
import { runCompletion } from './commands/completion.js'
import { runInit } from './commands/init.js'
import { runKnowledgeDiff } from './commands/knowledge-library.js'
import { runRestore } from './commands/restore.js'
import { hookActions, hookClients } from './hooks/payload.js'
import { DOCUMENT, GLOB, numbered, PUBLISH, SOURCE, SYSTEM } from './knowledge-presentations.js'

/** Read before the command runs, as the store is opened (run.ts). */
const WORKERS = flag('workers', 'jobs of all banks that it does at a time, where the store is a database', {
  kind: 'number',
  placeholder: 'N',
  byDefault: '1',
})

/** The commands that are no operation. What they do is loaded when they run. */
export const ownCommands: readonly Command[] = [
  own({
    name: 'init',
    title: 'Make your memory, and see what to do next',
    description:
      'Makes the store where there is none, and examines it where there is one. With --client, prints the settings that ' +
      'let a program such as Claude Code use this memory, for you to put in place; no file of another program is touched. ' +
      'recollect setup puts them in place, with hooks, for coding agents.',
    example: 'recollect init --client claude-code',
    fields: [
      flag('client', 'print the settings for this program', {
        kind: 'text',
        placeholder: 'NAME',
        choices: mcpClients,
      }),
      flag('url', 'with --client: use the memory that a server keeps at this address, over HTTP', {
        kind: 'text',
        placeholder: 'URL',
      }),
    ],
    run: runInit,
  }),
  own({
    name: 'start',
    title: 'Open your memory in the browser',
    description:
      'Serves this memory to this machine, says where it is, and opens it in the browser where there is a desktop. Where it ' +
      'is served already it says so, and opens that. Stays until Ctrl-C. recollect serve is the same for servers.',
    example: 'recollect start',
    fields: [
      flag('port', 'listen at this port; the first free one from 4114 on', {
        kind: 'number',
        placeholder: 'N',
      }),
      flag('no-browser', 'say where it is, and leave the browser alone'),
    ],
    run: async (call) => (await import('./commands/start.js')).runStart(call),
  }),
  own({
    name: 'open',
    title: 'Open the memory that is served',
    description:
      'Opens the dashboard of the server that runs for this memory, and ends; starts one where none runs, and stays. Where ' +
      'there is no desktop it says a link that opens the dashboard once, within five minutes.',
    example: 'recollect open',
    fields: [flag('no-browser', 'say the link, and leave the browser alone')],
    run: async (call) => (await import('./commands/open.js')).runOpen(call),
  }),
  own({
    name: 'play',
    title: 'Open a prompt to remember and ask',
    description:
      'Sets up the store, offers a sample conversation to play with, and opens a prompt: what you type is kept, what ends ' +
      'with ? is asked. Without a terminal it runs the sample once, from import to proof of erasure, and prints it.',
    example: 'recollect play',
    run: async (call) => (await import('./play/play.js')).play(call),
  }),
  own({
    name: 'tour',
    title: 'See in a minute what it can do',
    description:
      'Holds five conversations on an empty store in a temporary folder: saves a decision and recalls it in other words, ' +
      'builds the graph of a team and asks it, and has the memory look itself over. Fails when something is not as it ' +
      'should be. Your own memory is not touched.',
    example: 'recollect tour',
    run: async (call) => (await import('./tour/run-tour.js')).runTour(call),
  }),
  own({
    name: 'restore',
    group: 'Keep it safe',
    title: 'Bring a backup back',
    description:
      'Says what the backup holds and what of the present memory would be lost, asks, and makes the store be the backup. ' +
      'What was forgotten since stays forgotten. Other programs may have the store open.',
    example: 'recollect restore ~/memory.backup',
    main: {
      field: 'file',
      placeholder: 'FILE',
      description: 'what recollect backup wrote',
      isRequired: true,
      joins: false,
    },
    fields: [flag('yes', 'restore without asking', { short: 'y' })],
    run: runRestore,
  }),
  own({
    name: 'prepare',
    group: 'Connect',
    title: 'Prepare a database for a server',
    description:
      'Run by the owner of a database of PostgreSQL, once and after each upgrade: brings the schema up to date, and gives a ' +
      'role that owns nothing the rights that serving takes. Servers use that role: the database itself then holds it to the ' +
      'banks of each call. With --print nothing is changed, and the statements are printed for you to run.',
    example: 'recollect prepare --store postgres://me@db.example.org/memory --role recollect_app',
    fields: [
      flag('role', 'who is to serve; made if it is not there', { kind: 'text', placeholder: 'NAME' }),
      flag('password-file', 'for a new role: a file whose first line is its password', {
        kind: 'text',
        placeholder: 'FILE',
      }),
      flag('print', 'print the statements, and run none'),
    ],
    run: async (call) => (await import('./commands/prepare.js')).runPrepare(call),
  }),
  own({
    name: 'migrate',
    group: 'Keep it safe',
    title: 'Move your memory into another database',
    description:
      'Copies a whole store into an empty one: from a file into PostgreSQL, back, or to another place (docs/moving.md). ' +
      'The source stays as it is; others may go on reading it, and cannot write while all is compared at the end. Broken ' +
      'off at any point, the same command goes on. Whichever of --from and --to is left out is the store in use, so that ' +
      'an address with a password need not be typed.',
    example: 'recollect migrate --to ~/moved.db',
    fields: [
      flag('from', 'what is moved: a file, or postgres://…', { kind: 'text', placeholder: 'FILE|URL' }),
      flag('to', 'an empty place for it', { kind: 'text', placeholder: 'FILE|URL' }),
    ],
    run: async (call) => (await import('./commands/migrate.js')).runMigrate(call),
  }),
  own({
    name: 'knowledge-diff',
    group: 'Ask documents',
    title: 'See what is new in a document',
    description:
      'Compares the latest version with the published one, or with the one before: sections that were added, changed, ' +
      'removed and moved, with their lines.',
    example: 'recollect knowledge diff handbook.md',
    main: { ...DOCUMENT, isRequired: true, joins: false },
    fields: [
      numbered('look at this version; the latest'),
      flag('against', 'compare it with this one', { kind: 'number', placeholder: 'N' }),
      SYSTEM,
    ],
    run: runKnowledgeDiff,
  }),
  own({
    name: 'knowledge-watch',
    group: 'Ask documents',
    title: 'Take the files of a folder in when they change',
    description:
      'Stays, and makes a new version of a document whenever its file has been saved; it waits for review, unless you say ' +
      '--publish. A file that is gone is told, and its document stays. Ctrl-C ends it.',
    example: 'recollect knowledge watch docs',
    main: {
      field: 'folder',
      placeholder: 'DIR',
      description: 'the folder, as knowledge import takes it',
      isRequired: true,
      joins: false,
    },
    fields: [
      GLOB,
      SOURCE,
      PUBLISH,
      flag('keep-published', 'what is published answers until the new version is'),
      SYSTEM,
    ],
    run: async (call) => (await import('./commands/knowledge-watch.js')).runKnowledgeWatch(call),
  }),
  own({
    name: 'chat',
    group: 'Connect',
    title: 'Talk with a model that has your memory',
    description:
      'Opens a conversation with the chat model that is configured (RECOLLECT_MODEL; docs/models.md). Before each answer the ' +
      'prompt is assembled from your memory and the session; the model has the tools of an agent, and cannot forget. What ' +
      'is said is kept in the session. /why shows what the model was shown, and why; /quit ends.',
    example: 'recollect chat --session planning',
    fields: [
      flag('session', 'go on in this session; a new one when absent', { kind: 'text', placeholder: 'NAME' }),
    ],
    run: async (call) => (await import('./chat/run-chat.js')).runChat(call),
  }),
  own({
    name: 'mcp',
    group: 'Connect',
    title: 'Serve an agent over MCP',
    description:
      'Speaks the Model Context Protocol over standard input and output; a client such as Claude Code starts it. The agent ' +
      'can recall and remember, and ask the published documents of its task. It cannot forget, unless you say so.',
    example: 'recollect mcp --user ann',
    fields: [
      flag('agent', 'name of the agent in the audit log; what the client calls itself', {
        kind: 'text',
        placeholder: 'NAME',
      }),
      flag('task', 'the task whose attached documents it may ask', {
        kind: 'text',
        placeholder: 'NAME',
        byDefault: 'default',
      }),
      flag('knowledge-tools', 'also let it walk through those documents by itself'),
      flag('task-tools', 'also let it keep the transcript, large outputs and state of its task'),
      flag('read-only', 'recall only'),
      flag('allow-forget', 'let the agent forget for good, too'),
    ],
    run: async (call) => (await import('./commands/mcp.js')).runMcp(call),
  }),
  own({
    name: 'serve',
    group: 'Connect',
    title: 'Serve the dashboard and an API',
    description:
      'Serves this memory over HTTP: a dashboard for the browser, and every operation for programs (docs/server.md). Only ' +
      'this machine reaches it, unless you say so. Says where it is, and stays until Ctrl-C.',
    example: 'recollect serve --port 4200',
    fields: [
      flag('host', 'the address it listens at', {
        kind: 'text',
        placeholder: 'ADDRESS',
        byDefault: '127.0.0.1',
      }),
      flag('port', 'and the port; 0 takes a free one', {
        kind: 'number',
        placeholder: 'N',
        byDefault: '4114',
      }),
      flag('allow-host', 'another name it is asked for, behind a proxy say', {
        kind: 'list',
        placeholder: 'NAME',
      }),
      flag('allow-origin', 'whose pages may ask it, like https://tools.example.org; only its own', {
        kind: 'list',
        placeholder: 'ORIGIN',
      }),
      flag('rate', 'requests a second of one key, on the long run', {
        kind: 'number',
        placeholder: 'N',
        byDefault: '500',
      }),
      flag('max-body-mb', 'longer bodies are refused, but for imports', {
        kind: 'number',
        placeholder: 'MB',
        byDefault: '8',
      }),
      flag('log', 'what is logged, as JSON lines; mistakes where a person watches, else requests', {
        kind: 'text',
        placeholder: 'WHAT',
        choices: ['requests', 'mistakes', 'off'],
      }),
      WORKERS,
    ],
    run: async (call) => (await import('./commands/serve.js')).runServe(call),
  }),
  own({
    name: 'work',
    group: 'Connect',
    title: 'Do the waiting work of a database',
    description:
      'For a database that many processes share: makes vectors of what was added and reads closed tasks, whoever added and ' +
      'closed, until Ctrl-C. Any number of them may run, also beside servers that do it too; the jobs of one that dies are ' +
      'taken over by the others within half a minute.',
    example: 'recollect work --store postgres://app@db.example.org/memory',
    fields: [WORKERS],
    run: async (call) => (await import('./commands/work.js')).runWork(call),
  }),
  own({
    name: 'setup',
    group: 'Connect',
    title: 'Set up a coding agent, and take it back',
    description:
      'Writes the memory server and the hooks into the settings of a coding agent, so that its sessions are kept and what is ' +
      'known is at hand. Shows what would change, and asks first; everything else in these files stays as it is, and a copy ' +
      'of what was there lies beside them. --undo takes it back.',
    example: 'recollect setup claude-code --dry-run',
    main: {
      field: 'client',
      placeholder: 'NAME',
      description: `which one: ${hookClients.join(', ')}`,
      isRequired: true,
      joins: false,
      choices: hookClients,
    },
    fields: [
      flag('undo', 'take it back'),
      flag('dry-run', 'show what would change, and write nothing'),
      flag('yes', 'write without asking', { short: 'y' }),
    ],
    run: async (call) => (await import('./commands/setup.js')).runSetup(call),
  }),
  own({
    name: 'hook',
    group: 'Connect',
    title: 'Answer a hook of a coding agent',
    description:
      'A coding agent such as Claude Code runs it and writes what happens to its standard input, as JSON: when a session ' +
      'begins it answers with what is known, to a prompt with what concerns it, and it keeps what was said and done. It ' +
      'never stands in the way: whatever goes wrong, it says nothing and exits with 0; the reason is in hook.log of the ' +
      'home folder. recollect setup puts it in place.',
    example: 'recollect hook session-start --client claude-code',
    main: {
      field: 'action',
      placeholder: 'EVENT',
      description: `what happened: ${hookActions.join(', ')}`,
      isRequired: true,
      joins: false,
      choices: hookActions,
    },
    fields: [
      flag('client', 'whose hook it is', {
        kind: 'text',
        placeholder: 'NAME',
        byDefault: 'claude-code',
        choices: hookClients,
      }),
    ],
    run: async (call) => (await import('./commands/hook.js')).runHook(call),
  }),
  own({
    name: 'completion',
    group: 'Connect',
    title: 'Let your shell complete what you type',
    description:
      'Prints a script that completes commands, flags and files. It is read once, by your shell:\n' +
      '  bash  eval "$(recollect completion bash)" in ~/.bashrc\n' +
      '  zsh   eval "$(recollect completion zsh)" in ~/.zshrc, behind compinit\n' +
      '  fish  recollect completion fish > ~/.config/fish/completions/recollect.fish',
    example: 'recollect completion bash',
    main: {
      field: 'shell',
      placeholder: 'SHELL',
      description: 'bash, zsh or fish',
      isRequired: true,
      joins: false,
      choices: ['bash', 'zsh', 'fish'],
    },
    run: runCompletion,
  }),
]

type Own = Pick<Command, 'name' | 'title' | 'description' | 'example'> &
  Partial<Pick<Command, 'group' | 'main' | 'fields'>> & {
    readonly run: (call: CommandCall) => Promise<ExitCode>
  }

function own({ group = 'Begin here', main, fields = [], ...rest }: Own): Command {
  return { aliases: [], group, main, fields, check: () => undefined, ...rest }
}
