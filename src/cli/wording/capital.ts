/** A note as a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.substring(1) // slice-ok: notes begin in ASCII
}
