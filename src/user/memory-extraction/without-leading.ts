/** A sentence on one line, without what leads over to it (`By the way, …`, `Remember that …`), in a capital. */
export function withoutLeading(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(LEADING, '')
  return line === '' ? line : line.charAt(0).toUpperCase() + line.substring(1) // slice-ok: behind one unit of a letter
}

const LEADING =
  /^(?:(?:by the way|btw|oh|ah|well|so|and|but|also|anyway|actually|yes|yeah|yep|ok|okay|sure|hi|hello|hey|thanks|thank you|honestly|personally|plus|(?:please )?remember that|(?:please )?keep in mind that|for context|speaking of which|顺便说一下|顺便|对了|另外|其实|而且|还有|嗯|好的|是的)[ ,，、!！.:：-]{1,3}){1,3}/iu
