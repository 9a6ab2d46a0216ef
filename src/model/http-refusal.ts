import { MemoryError } from '../errors.js'

/**
 * What a server's refusal means. Nothing that it wrote is passed on: it may quote the text, or the key.
 * `server` and `model` are as configured.
 */
export function refusalOf(status: number, body: string, server: string, model: string): MemoryError {
  const said = body.toLowerCase()
  if (isAboutLength(status, said)) {
    return new MemoryError(
      'too_large',
      `${model} at ${server} refuses texts for their length (${status})`,
      'fewer or shorter texts at once; where one passage is too long, set maxTokens of the embedder lower',
    )
  }
  const [what, hint] = meaningOf(status, said)
  return new MemoryError('model_unavailable', `${model} at ${server}: ${what} (${status})`, hint)
}

/** Servers do not agree: 413 by itself, 400 or 422 with words about length, llama.cpp also 500. */
function isAboutLength(status: number, said: string): boolean {
  if (status === 413) return true
  if (status === 400 || status === 422) return LENGTH_IN_REQUEST.test(said) && !ABOUT_KEY.test(said)
  return status === 500 && LENGTH_IN_FAILURE.test(said)
}

const LENGTH_IN_REQUEST = /token|context|length|too (?:long|large)|batch size|maximum/
const LENGTH_IN_FAILURE = /too (?:long|large)|exceed|context (?:size|length)/
const ABOUT_KEY = /api[ _-]?key|authori[sz]|authentic|invalid token/
const ABOUT_MODEL = /model.{0,80}(?:not found|not exist|not loaded)|no models? (?:are )?loaded|unknown model/

function meaningOf(status: number, said: string): readonly [what: string, hint: string] {
  if (status === 401 || status === 403 || (status === 400 && ABOUT_KEY.test(said))) {
    return ['the key is refused', 'check RECOLLECT_EMBEDDER_API_KEY, or apiKey of the embedder']
  }
  if ((status === 404 && said.includes('model')) || (status === 400 && ABOUT_MODEL.test(said))) {
    return [
      'no such model',
      'check RECOLLECT_EMBEDDER_MODEL; load the model there first (Ollama: ollama pull MODEL)',
    ]
  }
  if (status === 404 || status === 405) {
    return [
      'no embeddings at this address',
      'check RECOLLECT_EMBEDDER_URL: it ends with /v1 for most servers',
    ]
  }
  if (status === 402 || (status === 429 && /quota|billing|credit/.test(said))) {
    return ['the account has nothing left', 'look at the plan and the limits of this account']
  }
  if (status === 429) return ['too many requests', 'wait a little and try again']
  if (status >= 500) return ['the server failed', "look at the server's own log, and try again"]
  return ['the request is refused', 'check address and model: it must make embeddings']
}
