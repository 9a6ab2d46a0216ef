import { describe, expect, it } from 'vitest'
import { story, type TourStory } from '../../src/cli/tour/story.js'
import { takeTour } from '../../src/cli/tour/take-tour.js'
import { openMemory } from '../../src/index.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { temporaryFolder } from '../open-spine.js'

/** The same with other people, products and wordings: the tour must not hold for its own words alone. */
const library: TourStory = {
  decision: {
    ...story.decision,
    text: `Decision: Choose Elasticsearch over Solr for the catalogue search in Bookworm.

Reasoning:
1. Typesense answers in a few milliseconds on one small machine
2. The librarians can run Typesense themselves
3. Typos are forgiven by Typesense out of the box

Trade-offs accepted: No aggregations. A smaller community.`,
    named: 'Elasticsearch',
    argued: 'Typesense',
    rejected: 'Solr',
    appliesTo: 'Bookworm',
    reasons: 3,
    question: 'Which search did we pick for the catalogue of Bookworm, and what spoke for it?',
  },
  team: {
    notes: [
      "Ingrid Halvorsen is our head librarian, and she's responsible for acquisitions",
      'Kwame Boateng is my engineering lead; he owns the loan service and mentors Lucía Prieto',
      'Lucía Prieto is a junior developer; she reports to Kwame and works on the reading app',
      'Bao Tran is a data analyst; he reports to Ingrid and owns the usage dashboard',
      'Ingrid and Kwame meet every Friday afternoon to plan the week',
      'The team uses Zulip for chat',
    ],
    people: ['Ingrid Halvorsen', 'Kwame Boateng', 'Lucía Prieto', 'Bao Tran'],
    reports: [
      ['Lucía Prieto', 'Kwame Boateng'],
      ['Bao Tran', 'Ingrid Halvorsen'],
    ],
    asked: [
      { question: 'Who mentors Lucía?', answer: 'Kwame Boateng', relation: 'mentors' },
      { question: 'Whom do I ask about the usage dashboard?', answer: 'Bao Tran', relation: 'owns' },
    ],
    unanswered: 'Who mentors Bao Tran?',
  },
  untidy: {
    earlier: "The user's favorite language is PHP",
    notes: ['IH manages Lucía', "I'm working on Project Parchment", 'My favorite language is Elixir.'],
    twice: ['IH', 'Ingrid Halvorsen'],
    changed: ['PHP', 'Elixir'],
    orphan: 'Project Parchment',
  },
}

const hospital: TourStory = {
  decision: {
    ...story.decision,
    text: `# Decision
Use Kafka rather than Pulsar for lab results in Clinicboard

## Reasoning
* NATS needs one binary and no JVM
* Our messages are small, which suits NATS
* NATS is what the on-call team knows

## Trade-offs accepted
* Fewer connectors`,
    named: 'Kafka',
    argued: 'NATS',
    rejected: 'Pulsar',
    appliesTo: 'Clinicboard',
    reasons: 3,
    question: 'How do lab results travel in Clinicboard, and why did we decide it that way?',
  },
  team: {
    notes: [
      'Rosa Delgado is the clinical lead; she decides about the triage rules',
      'Emeka Obi is our platform engineer; he owns the results gateway',
      'Hana Sato is a nurse; she reports to Rosa and works with Emeka',
      'Piotr Zielinski is a designer; he reports to Emeka and is responsible for the patient app',
      'Rosa and Emeka have daily stand-ups at 9am to go through incidents',
      'Our team uses Mattermost for chat',
    ],
    people: ['Rosa Delgado', 'Emeka Obi', 'Hana Sato', 'Piotr Zielinski'],
    reports: [
      ['Hana Sato', 'Rosa Delgado'],
      ['Piotr Zielinski', 'Emeka Obi'],
    ],
    asked: [
      { question: 'Who decides about the triage rules?', answer: 'Rosa Delgado', relation: 'has authority' },
      {
        question: 'Who should look at a change in the results gateway?',
        answer: 'Emeka Obi',
        relation: 'owns',
      },
    ],
    unanswered: 'Who mentors Hana Sato?',
  },
  untidy: {
    earlier: "The user's favourite language is Java",
    notes: ['HS works with Piotr', "I'm working on Project Aurora", 'my favourite language is Kotlin'],
    twice: ['HS', 'Hana Sato'],
    changed: ['Java', 'Kotlin'],
    orphan: 'Project Aurora',
  },
}

describe.each([
  ['as it is told', story],
  ['in a library', library],
  ['in a hospital', hospital],
])('the tour %s', (_where, told) => {
  it.each([
    ['with an embedder', createHashEmbedder()],
    ['without one', 'off' as const],
  ])('holds %s', async (_with, embedder) => {
    const home = await temporaryFolder()
    const open = (which: 'as configured' | 'off') =>
      openMemory({
        home,
        zone: 'UTC',
        durability: 'normal',
        embedder: which === 'off' ? 'off' : embedder,
      })
    const failed: string[] = []
    for await (const { title, told: lines, checks } of takeTour({ open }, told)) {
      const broken = checks.filter(({ holds }) => !holds).map(({ what }) => what)
      if (broken.length > 0) failed.push(`${title}: ${broken.join('; ')}\n${JSON.stringify(lines, null, 1)}`)
    }
    expect(failed).toEqual([])
  })
})
