/** Finds letters in a text: from the salutation to the name of who signs. */
export interface Letters {
  /** Behind the letter that begins at this place, or -1 where none does. */
  endAt(begin: number): number
}

/** Closings are looked for once, from the beginning to the end, however many salutations there are. */
export function createLetters(text: string): Letters {
  let from = -1
  let to = -1
  let isOver = false

  const closingBehind = (begin: number): number => {
    while (!isOver && from < begin) {
      closing.lastIndex = Math.max(begin, from + 1)
      const match = closing.exec(text)
      if (match === null) isOver = true
      else {
        from = match.index
        to = closing.lastIndex
      }
    }
    return isOver ? -1 : to
  }

  return {
    endAt(begin) {
      salutation.lastIndex = begin
      return salutation.test(text) ? closingBehind(begin) : -1
    },
  }
}

/** `Dear Clara,`, `Hi Clara Berg,`, `Liebe Clara,`. */
const salutation =
  /(?:[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening)|[Hh]allo|[Ll]iebe[rs]?|Sehr geehrte[rs]?|[Cc]her|[Cc]hère|[Bb]onjour|[Hh]ola|[Qq]uerid[ao])(?: (?:[Aa]ll|[Tt]eam|[Tt]here|[Ss]ir|[Mm]adam|everyone|\p{Lu}[\p{L}.'’-]{0,30})){1,4}[ \t]?[,!:\n]/uy

/** `Best regards,` and a name, at the end of a line or of the text. */
const closing =
  /(?:\n|[.!?] )[ \t]{0,20}(?:(?:(?:[Kk]ind|[Ww]arm|[Bb]est|[Mm]any)(?:est)? )?(?:[Rr]egards|[Ww]ishes|[Tt]hanks)|[Bb]est|[Aa]ll the best|[Cc]heers|[Yy]ours(?: (?:sincerely|truly|faithfully))?|[Ss]incerely(?: yours)?|[Tt]hank you|[Ll]ove|[Tt]ake care|[Rr]espectfully|(?:[Vv]iele|[Ll]iebe|[Bb]este|[Hh]erzliche|[Mm]it freundlichen) Grüßen?|LG|VG)[ \t]?[,!.]?[ \t\r]{0,20}(?:\n[ \t\r]{0,20}){0,3}\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,3}[.!]?[ \t\r]{0,20}(?=\n|$)/gu
