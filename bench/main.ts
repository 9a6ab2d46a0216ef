// npm run bench [-- --items 10000,100000 --rounds 5 --systems recollect,minisearch]: measures and prints the table.
// npm run bench -- check [--accept]: the small size, ratios against bench/results/reference.json; 1 on a fall.
// npm run bench -- table [file]: prints the table of a results file again.
// npm run bench -- vectors [--items 10000,100000 --rounds 3]: vectors alone, with the questions' vectors given; those
// of RECOLLECT_VECTORS, a file of float32, 384 a vector.
// npm run bench -- facts [--items 10000]: capturing what states facts, and core memory over them.
// npm run bench -- transcript [--items 20000]: events appended in batches, one by one and by many, and read.
// npm run bench -- compaction [--items 100000]: the older part of a session of so many tokens, summarised.
// npm run bench -- graph [--items 1000000]: walks and paths over a graph of so many relations.
// npm run bench -- recall [--items 10000]: recalling records without a model.
// npm run bench -- prompt [--items 10000,100000]: assembling a prompt of 8,000 tokens.
// npm run bench -- server [--items 100000]: searches over HTTP by eight callers, with captures beside them.
// npm run bench -- postgres [--items 1000000]: one bank of a thousand items among so many, on a PostgreSQL of its own.
// npm run bench -- loop [--items 1000000 --home folder --only stats]: for how long each operation holds up all others; the
// folder keeps the filled store for the next run.
// npm run bench -- records [--items 10000]: a large folder of records, taken in, listed, changed.
// npm run bench -- documents [--items 1000,10000,100000 --systems recollect,minisearch]: documents taken in, and their
// sections found, beside others; of the documentation in RECOLLECT_EVAL.
// npm run bench -- million [--items 10000,100000,1000000 --keep folder --parts words,hybrid --banks --peers none]: everything
// at sizes up to a million, and beside others; what is kept need not be filled again, and --parts measures again.
// npm run bench -- curves file: draws what `million` kept into docs/pictures.
// npm run bench -- extraction: what the rules of extraction cost, a note and hostile texts of 50 KB.

const [first, ...rest] = process.argv.slice(2)

if (first === 'child') {
  const { runChild } = await import('./child.js')
  await runChild(rest[0] ?? '')
} else if (first === 'capture') {
  const { captureFor } = await import('./postgres/capture-child.js')
  await captureFor(rest[0] ?? '', rest[1] ?? '', Number(rest[2]))
} else {
  const { runCommand } = await import('./command.js')
  process.exitCode = await runCommand(process.argv.slice(2))
}
