/** Why a memory is worth nothing, in the order in which it is told. */
export const junkReasons = [
  'empty',
  'duplicate',
  'near_duplicate',
  'heartbeat',
  'system_prompt',
  'echo',
  'tool_output',
  'boilerplate',
  'vague',
  'placeholder',
  'invented_profile',
  'repeated_profile',
] as const

export type JunkReason = (typeof junkReasons)[number]

/** What each reason means, as a person is told. */
export const meaningOfJunk: Readonly<Record<JunkReason, string>> = {
  empty: 'nothing in it',
  duplicate: 'the same words as an earlier one',
  near_duplicate: 'nine in ten words of an earlier one',
  heartbeat: 'a timer that reports that nothing happened',
  system_prompt: 'what an assistant was told to be or to do',
  echo: 'recalled memory, remembered again',
  tool_output: 'output of a program: logs, traces, data, markup',
  boilerplate: 'courtesies and fine print',
  vague: 'too little to mean anything later',
  placeholder: 'a made-up example: John Doe, lorem ipsum',
  invented_profile: 'one user with several names or ages',
  repeated_profile: 'a statement about the user that was there already, put differently',
}
