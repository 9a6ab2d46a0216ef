/** What the tour tells a memory, and what it expects back: so that the same tour can be given with other people. */
export interface TourStory {
  /** A decision whose title names one thing while its reasons argue for another. */
  readonly decision: {
    readonly text: string
    readonly named: string
    readonly argued: string
    readonly rejected: string
    readonly appliesTo: string
    /** How many reasons it gives. */
    readonly reasons: number
    /** What else was said that day, which a question for the decision must not bring up first. */
    readonly besides: readonly string[]
    /** Asks for it in a later session, without naming what was chosen. */
    readonly question: string
  }
  readonly team: {
    readonly notes: readonly string[]
    readonly people: readonly string[]
    readonly reports: readonly (readonly [who: string, whom: string])[]
    readonly asked: readonly GraphQuestion[]
    /** Asks for what nothing says. */
    readonly unanswered: string
  }
  /** Notes in which something is wrong: who is twice there, what has changed, what nobody works on. */
  readonly untidy: {
    /** Kept by an agent, long ago. */
    readonly earlier: string
    readonly notes: readonly string[]
    readonly twice: readonly [short: string, full: string]
    readonly changed: readonly [before: string, now: string]
    readonly orphan: string
  }
}

/** A question that only relations answer. */
export interface GraphQuestion {
  readonly question: string
  readonly answer: string
  /** The relation that the path must have. */
  readonly relation: string
}

/** The story that `recollect tour` tells. */
export const story: TourStory = {
  decision: {
    text: `Decision: Use MySQL instead of CouchDB for the order ledger in Harbour.

Reasoning:
- An order and its payment change together, which one SQLite transaction does
- SQLite needs no second server on the machines in the ports
- The auditors can open a copy of the SQLite file with tools of their own
- Backups are one file

Trade-offs accepted: one writer at a time. No replication to the head office.`,
    named: 'MySQL',
    argued: 'SQLite',
    rejected: 'CouchDB',
    appliesTo: 'Harbour',
    reasons: 4,
    besides: [
      'The pumps in dock 4 were serviced on Friday',
      'Freight prices went up by 4 percent this spring',
      'Lunch with the auditors is at noon on Thursday',
    ],
    question: "I'm going over the architecture of Harbour: how do we keep the ledger of orders, and why so?",
  },
  team: {
    notes: [
      'Vera Osman is my product manager; she has final say on roadmap and scope',
      'Tomás Vidal is my tech lead; he owns architecture decisions and mentors the junior engineers',
      'Priya Raman is a backend engineer; she reports to Tomás and focuses on the billing service',
      'Jonas Lind is a frontend engineer; he reports to Vera and owns the booking page',
      'Vera and Tomás have weekly 1:1s on Tuesday mornings to align product and tech',
      'The team uses GitLab for code review and Jira for planning',
    ],
    reports: [
      ['Priya Raman', 'Tomás Vidal'],
      ['Jonas Lind', 'Vera Osman'],
    ],
    people: ['Vera Osman', 'Tomás Vidal', 'Priya Raman', 'Jonas Lind'],
    asked: [
      { question: 'Who decides about scope?', answer: 'Vera Osman', relation: 'has authority' },
      {
        question: 'Who should review changes to the booking page?',
        answer: 'Jonas Lind',
        relation: 'owns',
      },
    ],
    unanswered: 'Who mentors Jonas Lind?',
  },
  untidy: {
    earlier: "The user's favourite language is Perl",
    notes: ['VO reports to Tomás', "I'm working on Project Lantern", 'My favourite language is Rust'],
    twice: ['VO', 'Vera Osman'],
    changed: ['Perl', 'Rust'],
    orphan: 'Project Lantern',
  },
}
