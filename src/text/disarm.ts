/** Takes from a text what steers its reader unseen, or makes a client fetch something. For what may go into a prompt. */
export function disarm(text: string): string {
  return text.replace(UNSEEN, '\ufffd').replace(MARKDOWN_TARGET, '] ').replace(FETCHING_TAG, '< ')
}

/** All that some reader takes for the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const LINE_BREAKS = /\r\n|[\r\u000b\u000c\u0085\u2028\u2029]/g

/**
 * Control characters, what turns the direction of writing around, and what can hide whole sentences: invisible
 * operators, tag characters, spare variation selectors. Joiners stay, scripts and emoji need them.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu

/** `](url)`, `][reference]` and `]: url`: a picture in an answer that repeats it would be fetched, and tell its sender. */
const MARKDOWN_TARGET = /\](?=[([:])/g

/** The tags of HTML that load something. */
const FETCHING_TAG =
  /<(?=\/?(?:img|image|picture|source|svg|use|video|audio|track|iframe|frame|object|embed|link|script|style|base|meta|form|input)\b)/gi
