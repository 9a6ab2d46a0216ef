import { words } from '../../../language/language.js'

export const t = words({
  en: {
    which: 'Which one',
    agent: 'A coding agent on this machine',
    agentAbout:
      'Its sessions are kept, and what is known is at hand in each prompt. Run this in a terminal; it shows what would change, and asks first.',
    agentThen: 'Then start the agent anew. To take it back:',
    undo: 'Take it back',
    http: 'An agent elsewhere, over HTTP',
    httpAbout:
      'For an agent on another machine, a team, or one that cannot start a program: MCP, with a key of its own.',
    httpKey: 'Make a key for it; it is shown once.',
    makeKey: 'Make a key',
    askForKey: 'Ask whoever runs this Recollect for a key.',
    httpEnvironment: 'Put the key into the environment in which the agent is started.',
    httpSettings: 'Tell the agent where the memory is',
    byCommand: 'By its own command:',
    inSettings: 'In its settings:',
    orInSettings: 'Or in its settings:',
    curl: 'Any other program asks over HTTP:',
    reference: 'Reference of the API',
    program: 'Another program that speaks MCP',
    programAbout:
      'Without hooks: the program starts the memory itself when it needs it. This prints what belongs into its settings.',
  },
  zh: {
    which: '选择',
    agent: '本机上的编程助手',
    agentAbout: '它的会话会被保存，每次提示时已知内容触手可及。在终端运行；会先显示更改并询问。',
    agentThen: '然后重新启动助手。若要撤销：',
    undo: '撤销',
    http: '别处的助手，通过 HTTP',
    httpAbout: '适用于另一台机器、团队，或无法启动程序的助手：MCP，使用专属密钥。',
    httpKey: '为它创建密钥；仅显示一次。',
    makeKey: '创建密钥',
    askForKey: '请向运行此 Recollect 的人索取密钥。',
    httpEnvironment: '把密钥放入启动助手的环境中。',
    httpSettings: '告诉助手记忆在哪里',
    byCommand: '用它自己的命令：',
    inSettings: '在它的设置中：',
    orInSettings: '或在它的设置中：',
    curl: '其他程序可通过 HTTP 提问：',
    reference: 'API 参考',
    program: '其他支持 MCP 的程序',
    programAbout: '不使用钩子：程序在需要时自行启动记忆。此命令会输出应写入其设置的内容。',
  },
})
