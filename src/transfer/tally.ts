/** What became of the messages of a conversation. */
export interface Tally {
  added: number
  repeated: number
  forgotten: number
}
