import { describe, expect, it } from 'vitest'
import { createCodeLines } from './code-lines.js'

const codeOf = (text: string) => {
  const isCode = createCodeLines()
  return text.split('\n').filter(isCode)
}

describe('lines of code in Markdown', () => {
  it('stand between fences of one kind, as long as the first or longer', () => {
    expect(codeOf('a\n```sh\n# b\n```\nc')).toEqual(['```sh', '# b', '```'])
    expect(codeOf('~~~\n```\n~~~\nc')).toEqual(['~~~', '```', '~~~'])
    expect(codeOf('````\n```\n`````\nc')).toEqual(['````', '```', '`````'])
    expect(codeOf('- a\n  ```\n  b\n  ```\n- c')).toEqual(['  ```', '  b', '  ```'])
  })

  it('go to the end where no fence ends them, and are none within a line', () => {
    expect(codeOf('```\na\n``` b')).toEqual(['```', 'a', '``` b'])
    expect(codeOf('```a``` b\nc')).toEqual([])
  })
})
