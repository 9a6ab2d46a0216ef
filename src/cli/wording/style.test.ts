import { describe, expect, it } from 'vitest'
import { createStyle, wantsColour } from './style.js'

describe('colours', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
  ])('with %j on a terminal: %s are on: %s', (env, isTerminal, isOn) => {
    expect(wantsColour(env, isTerminal)).toBe(isOn)
  })

  it('leave the text alone when they are off', () => {
    expect(createStyle(false).match('x')).toBe('x')
    expect(createStyle(true).bold('x')).toBe('\u001b[1mx\u001b[22m')
  })
})
