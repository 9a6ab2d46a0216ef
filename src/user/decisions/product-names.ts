/**
 * What known products are, so that of two names it can be told whether one could stand in for the other: a database for
 * a database, never a library for a language. Names as they are compared: in small letters, without digits at the end.
 */
export function productSort(name: string): string | undefined {
  return sortOf.get(name)
}

/** One name for what goes by several. */
export function productName(name: string): string {
  return otherNames.get(name) ?? name
}

const products: Readonly<Record<string, string>> = {
  database:
    'postgresql mysql mariadb sqlite mongodb oracle mssql couchdb couchbase cassandra scylladb dynamodb firestore ' +
    'firebase supabase cockroachdb yugabytedb tidb neon planetscale duckdb clickhouse snowflake bigquery redshift ' +
    'influxdb timescaledb questdb neo4j arangodb dgraph rethinkdb realm leveldb rocksdb lmdb fauna surrealdb turso ' +
    'libsql singlestore vitess aurora spanner',
  cache: 'redis memcached valkey dragonfly hazelcast keydb',
  queue:
    'kafka rabbitmq nats pulsar sqs activemq zeromq redpanda kinesis mqtt mosquitto celery sidekiq temporal bullmq',
  search: 'elasticsearch opensearch solr meilisearch typesense algolia lucene tantivy sphinx',
  vectors: 'pinecone weaviate qdrant milvus chroma chromadb pgvector faiss lancedb',
  language:
    'java javascript typescript python ruby rust golang kotlin swift scala php elixir erlang clojure haskell ocaml ' +
    'julia perl lua dart zig nim fsharp csharp cplusplus fortran cobol groovy',
  frontend: 'react vue angular svelte solidjs preact ember htmx alpine lit qwik backbone jquery',
  meta: 'nextjs nuxt remix gatsby astro sveltekit',
  backend:
    'django flask fastapi rails laravel symfony spring springboot quarkus micronaut express fastify nestjs koa gin ' +
    'echo fiber actix axum rocket phoenix sinatra dotnet aspnet',
  mobile: 'flutter reactnative ionic cordova xamarin swiftui jetpack expo',
  desktop: 'electron tauri qt gtk wxwidgets',
  cloud:
    'aws azure gcp heroku vercel netlify cloudflare digitalocean linode hetzner render railway fly ovh openstack',
  orchestration: 'kubernetes nomad mesos swarm ecs eks gke aks openshift rancher',
  container: 'docker podman containerd lxc',
  ci: 'jenkins circleci travis teamcity buildkite bamboo drone concourse argocd',
  code: 'github gitlab bitbucket gitea forgejo gerrit sourcehut',
  tracker:
    'jira linear asana trello clickup monday shortcut basecamp youtrack redmine bugzilla notion todoist',
  chat: 'slack teams discord mattermost zulip rocketchat telegram whatsapp signal zoom',
  editor: 'vscode vim neovim emacs intellij webstorm pycharm sublime zed atom xcode eclipse',
  infrastructure: 'terraform pulumi ansible chef puppet saltstack cloudformation opentofu crossplane',
  observation:
    'datadog newrelic grafana prometheus splunk sentry honeycomb dynatrace nagios zabbix kibana loki jaeger',
  api: 'graphql grpc rest soap trpc thrift protobuf avro',
  server: 'nginx apache caddy traefik haproxy envoy tomcat',
  bundler: 'webpack vite rollup esbuild parcel turbopack rspack',
  packages: 'npm yarn pnpm bun',
  test: 'jest vitest mocha jasmine ava cypress playwright selenium puppeteer pytest junit',
  styling: 'tailwind bootstrap bulma sass styledcomponents emotion chakra mui',
  model: 'openai anthropic claude gpt gemini llama mistral ollama cohere deepseek qwen',
  payment: 'stripe paypal adyen braintree square mollie klarna',
  identity: 'auth0 okta keycloak cognito clerk fusionauth ory',
  mail: 'sendgrid mailgun postmark mailchimp resend',
  system: 'linux ubuntu debian fedora centos alpine windows macos freebsd nixos redhat',
  phone: 'android ios iphone',
  versions: 'git mercurial subversion perforce svn',
  office: 'excel googlesheets airtable confluence sharepoint dropbox gdrive onedrive',
  design: 'figma sketch adobexd canva invision',
  shop: 'shopify woocommerce magento bigcommerce',
  site: 'wordpress drupal ghost contentful strapi sanity hugo jekyll',
}

const sortOf: ReadonlyMap<string, string> = new Map(
  Object.entries(products).flatMap(([sort, names]) => names.split(' ').map((name) => [name, sort] as const)),
)

const otherNames: ReadonlyMap<string, string> = new Map([
  ['postgres', 'postgresql'],
  ['pg', 'postgresql'],
  ['psql', 'postgresql'],
  ['mongo', 'mongodb'],
  ['maria', 'mariadb'],
  ['dynamo', 'dynamodb'],
  ['cockroach', 'cockroachdb'],
  ['scylla', 'scylladb'],
  ['timescale', 'timescaledb'],
  ['influx', 'influxdb'],
  ['neo', 'neo4j'],
  ['rabbit', 'rabbitmq'],
  ['elastic', 'elasticsearch'],
  ['meili', 'meilisearch'],
  ['k8s', 'kubernetes'],
  ['kube', 'kubernetes'],
  ['kubectl', 'kubernetes'],
  ['js', 'javascript'],
  ['ts', 'typescript'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['reactjs', 'react'],
  ['vuejs', 'vue'],
  ['angularjs', 'angular'],
  ['next', 'nextjs'],
  ['springboot', 'spring'],
  ['tf', 'terraform'],
  ['gql', 'graphql'],
])
