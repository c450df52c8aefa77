"""One house in several processes, joined by NATS JetStream. Nothing else imports nats."""
