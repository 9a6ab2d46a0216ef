import type { Embedding } from './embedding.js'

/**
 * For who adds items before all that belongs to them: hears of what is added, and passes it on when told to. What is
 * never told is found as pending by and by.
 */
export function tellingLater(embedding: Embedding | undefined): {
  readonly listening: Embedding | undefined
  tell(): void
} {
  const banks = new Set<string>()
  return {
    listening: embedding && { ...embedding, added: (bank) => void banks.add(bank) },
    tell: () => {
      for (const bank of banks) embedding?.filled(bank)
    },
  }
}
